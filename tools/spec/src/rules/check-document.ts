import { dirname, join, resolve } from "node:path";
import { checkExamples, readExamples } from "../examples/check-examples.ts";
import { listComponentSchemas, listOperations } from "../grammar/list-operations.ts";
import type { Complaint, Fields } from "../grammar/walk-document.ts";
import { checkSchemas } from "../read/check-schemas.ts";
import type { Fault } from "../read/parse-yaml.ts";
import { placeAll, readDocument, type SoundDocument } from "../read/read-document.ts";
import type { DocumentEntry } from "../read/registry.ts";
import { clientRules } from "./clients.ts";
import { operationRules } from "./operations.ts";
import { schemaRules } from "./schemas.ts";

/** The number of checked parts. */
type DocumentCounts = {
  readonly operations: number;
  readonly schemas: number;
  readonly examples: number;
};

/** The result of a check. */
export type DocumentCheck =
  | { readonly kind: "sound"; readonly counts: DocumentCounts }
  | { readonly kind: "faulty"; readonly faults: readonly Fault[] };

/**
 * Checks a document and the examples beside it. A check is skipped if an earlier one found faults that it depends on.
 */
export async function checkDocument(path: string): Promise<DocumentCheck> {
  const reading = await readDocument(path);
  if (reading.kind === "faulty") return reading;
  const { document } = reading;
  const broken = placeAll(reading, checkSchemas(document));
  // Redocly and the examples need valid schemas.
  if (broken.length > 0) return { kind: "faulty", faults: broken };
  const examples = await readExamples(join(dirname(path), "examples"), reading.entry);
  const faults = [
    ...(await checkWithRedocly(reading)),
    ...placeAll(reading, checkRules(document, reading.entry)),
    ...checkExamples(reading, examples),
  ];
  if (faults.length > 0) return { kind: "faulty", faults: faults.sort(byPlace) };
  const counts = {
    operations: listOperations(document).length,
    schemas: listComponentSchemas(document).length,
    examples: examples.length,
  };
  return { kind: "sound", counts };
}

function byPlace(a: Fault, b: Fault): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line || a.column - b.column;
}

/** Checks our own rules. */
export function checkRules(document: Fields, entry: DocumentEntry): Complaint[] {
  return [...operationRules, ...clientRules, ...schemaRules].flatMap((rule) => rule(document, entry));
}

/**
 * Checks Redocly's strictest rule set; every warning is an error.
 *
 * No rule is turned off. External references were rejected before, so nothing is fetched.
 */
export async function checkWithRedocly({
  path,
  text,
}: Pick<SoundDocument, "path" | "text">): Promise<Fault[]> {
  // Imported on demand: loading it takes longer than the rest of this package, and most callers do not need it.
  const { createConfig, getLineColLocation, lintFromString } = await import("@redocly/openapi-core");
  const config = await createConfig({ extends: ["recommended-strict"] });
  const problems = await lintFromString({ source: text, absoluteRef: resolve(path), config });
  return problems.map(({ location, message, ruleId }) => {
    const [first] = location;
    const start = first === undefined ? undefined : getLineColLocation(first).start;
    return {
      path,
      line: start?.line ?? 1,
      column: start?.col ?? 1,
      message: `${message.trim().replaceAll(/\s*\n\s*/g, " ")} (Redocly's ${ruleId})`,
    };
  });
}
