import { dirname, join } from "node:path";
import { checkExamples, readExamples } from "./check-examples.ts";
import { checkRules } from "./check-rules.ts";
import { checkSchemas } from "./check-schemas.ts";
import { checkWithRedocly } from "./check-with-redocly.ts";
import { listComponentSchemas, listOperations } from "./list-operations.ts";
import type { Fault } from "./parse-yaml.ts";
import { readDocument } from "./read-document.ts";

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
