import { readFile } from "node:fs/promises";
import { type Complaint, checkVocabulary } from "./check-vocabulary.ts";
import type { Fault } from "./fault.ts";
import { type ParsedYaml, type Place, parseYaml } from "./parse-yaml.ts";
import { checkReferences } from "./resolve-reference.ts";
import { type Fields, isFields, type Pointer } from "./walk-document.ts";

/** A document that was read whole, with the way back from a pointer to its place in the file. */
export type SoundDocument = {
  readonly kind: "read";
  readonly path: string;
  readonly document: Fields;
  readonly text: string;
  readonly placeOf: (pointer: Pointer) => Place;
};

/** What reading a document comes to: the whole of it, or everything that is wrong with it. */
export type DocumentReading = SoundDocument | { readonly kind: "faulty"; readonly faults: readonly Fault[] };

/** Reads an OpenAPI document and refuses one that does not parse, refers to nothing, or uses an unknown keyword. */
export async function readDocument(path: string): Promise<DocumentReading> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (failure) {
    const reason = failure instanceof Error && "code" in failure ? String(failure.code) : "unreadable";
    return { kind: "faulty", faults: [{ path, line: 1, column: 1, message: `cannot be read (${reason})` }] };
  }
  return readDocumentText(path, text);
}

/** The same for a text that is in memory already; the path only names it in faults. */
export function readDocumentText(path: string, text: string): DocumentReading {
  const parsed = parseYaml(path, text);
  if ("faults" in parsed) return { kind: "faulty", faults: parsed.faults };
  const { value, placeOf } = parsed;
  if (!isFields(value)) {
    return { kind: "faulty", faults: [{ path, line: 1, column: 1, message: "is not an OpenAPI document" }] };
  }
  const complaints = [...checkVersion(value), ...checkVocabulary(value), ...checkReferences(value)];
  if (complaints.length > 0) return { kind: "faulty", faults: place(path, parsed, complaints) };
  return { kind: "read", path, document: value, text, placeOf };
}

/** Gives each complaint its place in the file. */
export function place(
  path: string,
  parsed: Pick<ParsedYaml, "placeOf">,
  complaints: readonly Complaint[],
): Fault[] {
  return complaints.map(({ pointer, message }) => ({ path, ...parsed.placeOf(pointer), message }));
}

function checkVersion(document: Fields): Complaint[] {
  if (typeof document["openapi"] === "string" && document["openapi"].startsWith("3.1.")) return [];
  return [{ pointer: ["openapi"], message: "is not OpenAPI 3.1; write openapi: 3.1.1 at the top" }];
}
