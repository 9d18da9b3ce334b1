import { dirname, join, resolve } from "node:path";
import { checkExamples, readExamples } from "./check-examples.ts";
import { checkSchemas } from "./check-schemas.ts";
import { listComponentSchemas, listOperations } from "./list-operations.ts";
import type { Fault } from "./parse-yaml.ts";
import { readDocument, type SoundDocument } from "./read-document.ts";
import { operationRules } from "./rules/operations.ts";
import { schemaRules } from "./rules/schemas.ts";
import type { Complaint, Fields } from "./walk-document.ts";

/** How much was found sound. */
type DocumentCounts = {
  readonly operations: number;
  readonly schemas: number;
  readonly examples: number;
};

/** What checking a document comes to. */
export type DocumentCheck =
  | { readonly kind: "sound"; readonly counts: DocumentCounts }
  | { readonly kind: "faulty"; readonly faults: readonly Fault[] };

/** Checks a document and the examples beside it; later checks are spared where an earlier one leaves no ground. */
export async function checkDocument(path: string): Promise<DocumentCheck> {
  const reading = await readDocument(path);
  if (reading.kind === "faulty") return reading;
  const { document, placeOf } = reading;
  const inPlace = ({ pointer, message }: { pointer: readonly string[]; message: string }) => ({
    path,
    ...placeOf(pointer),
    message,
  });
  const broken = checkSchemas(document).map(inPlace);
  // Neither Redocly nor the examples can be judged by a schema that is none.
  if (broken.length > 0) return { kind: "faulty", faults: broken };
  const examples = await readExamples(join(dirname(path), "examples"));
  const faults = [
    ...(await checkWithRedocly(reading)),
    ...checkRules(document).map(inPlace),
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

/** Holds the document against what was agreed for this interface in particular. */
export function checkRules(document: Fields): Complaint[] {
  return [...operationRules, ...schemaRules].flatMap((rule) => rule(document));
}

/**
 * Holds the document against Redocly's strictest rule set, in which every warning is an error.
 *
 * No rule of it is switched off. References that leave the document are refused before, so nothing is fetched.
 */
export async function checkWithRedocly({
  path,
  text,
}: Pick<SoundDocument, "path" | "text">): Promise<Fault[]> {
  // To load it takes longer than all else of this package together, and most who come for a document never ask it.
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
