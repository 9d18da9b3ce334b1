import { OpenAPIHono } from "@hono/zod-openapi";
import { findDifferences, normalForm, printDifference } from "../grammar/compare.ts";
import type { Fields } from "../grammar/walk-document.ts";
import { compareParameters } from "./compare-parameters.ts";
import {
  addUp,
  type Contract,
  compareBodies,
  compareSchemas,
  printDisagreement,
  type RandomRuns,
} from "./compare-values.ts";

/** The findings of both comparisons; empty if document and contract agree. */
export type Drift = {
  readonly differences: readonly string[];
  readonly disagreements: readonly string[];
  readonly valueCount: number;
};

/** Compares a contract with a document: the document that its routes emit, and the values that each accepts. */
export function findDrift(document: Fields, contract: Contract, random: RandomRuns): Drift {
  const { valueCount, disagreements } = addUp([
    compareSchemas(document, contract, random),
    compareParameters(document, contract),
    compareBodies(document, contract),
  ]);
  const differences = differencesFrom(document, contract);
  return { differences, disagreements: disagreements.map(printDisagreement), valueCount };
}

/** Contradictory routes emit no document; that is reported as a difference. */
function differencesFrom(document: Fields, contract: Contract): string[] {
  let emitted: Fields;
  try {
    emitted = emitDocument(contract);
  } catch (failure) {
    return [`the routes emit no document (${JSON.stringify(failure)})`];
  }
  return findDifferences(normalForm(document), normalForm(emitted)).map(printDifference);
}

/** The document that a server with the contract's routes would emit. */
function emitDocument({ documentHead, routes, securitySchemes }: Contract): Fields {
  const app = new OpenAPIHono();
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    app.openAPIRegistry.registerComponent("securitySchemes", name, scheme);
  }
  for (const route of Object.values(routes)) {
    app.openAPIRegistry.registerPath(route);
  }
  return app.getOpenAPI31Document(documentHead) as unknown as Fields;
}
