import { OpenAPIHono } from "@hono/zod-openapi";
import { findDifferences, normalForm, printDifference } from "../compare.ts";
import type { Fields } from "../walk-document.ts";
import { compareParameters } from "./compare-parameters.ts";
import {
  type Contract,
  compareBodies,
  compareSchemas,
  printDisagreement,
  type RandomRuns,
} from "./compare-values.ts";

/** What each of the two gates that read document and contract has to say; nothing where they agree. */
export type Drift = {
  readonly differences: readonly string[];
  readonly disagreements: readonly string[];
  readonly valueCount: number;
};

/** Holds a contract against a document: by the document that its routes emit, and by what each takes as valid. */
export function findDrift(document: Fields, contract: Contract, random: RandomRuns): Drift {
  const verdicts = compareSchemas(document, contract, random);
  const parameters = compareParameters(document, contract);
  const bodies = compareBodies(document, contract);
  return {
    differences: differencesFrom(document, contract),
    disagreements: [verdicts, parameters, bodies]
      .flatMap((each) => each.disagreements)
      .map(printDisagreement),
    valueCount: verdicts.valueCount + parameters.valueCount + bodies.valueCount,
  };
}

/** Routes that contradict themselves emit nothing, which is the greatest difference of all. */
function differencesFrom(document: Fields, contract: Contract): string[] {
  let emitted: Fields;
  try {
    emitted = emitDocument(contract);
  } catch (failure) {
    return [`the routes emit no document (${JSON.stringify(failure)})`];
  }
  return findDifferences(normalForm(document), normalForm(emitted)).map(printDifference);
}

/** The document that a server built on the contract's routes would emit. */
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
