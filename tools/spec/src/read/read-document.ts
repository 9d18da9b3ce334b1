import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { neededKeys, type ObjectKind, type Part, partAt, type ValueType } from "../grammar/grammar.ts";
import { checkCycles, checkReferences } from "../grammar/resolve-reference.ts";
import {
  type Complaint,
  type Fields,
  isFields,
  type Pointer,
  walkDocument,
} from "../grammar/walk-document.ts";
import { type Fault, type Place, parseYaml } from "./parse-yaml.ts";
import { type DocumentEntry, entryOf, openapiFolder } from "./registry.ts";

/** Reports every key that the grammar does not know, and everything beside a `$ref`. */
function checkVocabulary(document: unknown): Complaint[] {
  return walkDocument(document, strangersIn);
}

function strangersIn(kind: ObjectKind, pointer: Pointer, fields: Fields): Complaint[] {
  if ("$ref" in fields) {
    return Object.keys(fields)
      .filter((key) => key !== "$ref")
      .map((key) => ({
        pointer: [...pointer, key],
        message: `"${key}" stands beside a $ref, where readers disagree on its meaning; move it into what is referred to`,
      }));
  }
  return Object.keys(fields)
    .filter((key) => partAt(kind, key) === undefined)
    .map((key) => ({
      pointer: [...pointer, key],
      message: `unknown keyword "${key}" in ${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}; the generator would not know what to make of it. Remove it, or teach tools/spec/src/grammar/grammar.ts and the generator`,
    }));
}

/** Reports values of a wrong type and objects without a required key. */
function checkShape(document: unknown): Complaint[] {
  return walkDocument(document, (kind, pointer, fields) =>
    "$ref" in fields
      ? []
      : [...missingKeys(kind, pointer, fields), ...misshapenMembers(kind, pointer, fields)],
  );
}

function missingKeys(kind: ObjectKind, pointer: Pointer, fields: Fields): Complaint[] {
  return neededKeys(kind)
    .filter((key) => fields[key] === undefined)
    .map((key) => ({ pointer, message: `lacks "${key}", without which this ${kind} makes no sense` }));
}

function misshapenMembers(kind: ObjectKind, pointer: Pointer, fields: Fields): Complaint[] {
  return Object.entries(fields).flatMap(([key, member]) => {
    const part = partAt(kind, key);
    return part === undefined ? [] : misshapenMember([...pointer, key], part, member);
  });
}

function misshapenMember(pointer: Pointer, part: Part, member: unknown): Complaint[] {
  switch (part.form) {
    case "value":
      return isOfType[part.type](member) ? [] : [{ pointer, message: `has to be ${words[part.type]}` }];
    case "one":
      if (isFields(member) || (part.type === "flag" && typeof member === "boolean")) return [];
      return [{ pointer, message: `has to be an object that says what the ${part.kind} is` }];
    case "many":
      if (!Array.isArray(member)) return [{ pointer, message: "has to be a list" }];
      return member.flatMap((each, index) => misshapenChild([...pointer, String(index)], part.kind, each));
    case "named":
      if (!isFields(member)) return [{ pointer, message: `has to be an object of one ${part.kind} a name` }];
      return Object.entries(member).flatMap(([name, each]) =>
        misshapenChild([...pointer, name], part.kind, each),
      );
  }
}

function misshapenChild(pointer: Pointer, kind: string, child: unknown): Complaint[] {
  return isFields(child) ? [] : [{ pointer, message: `has to be an object that says what the ${kind} is` }];
}

const words: Readonly<Record<ValueType, string>> = {
  text: "a text; put it in quotes where YAML takes it for something else",
  texts: "a list of texts",
  number: "a number",
  flag: "true or false",
  list: "a list",
  anything: "anything",
};

const isText = (member: unknown): boolean => typeof member === "string";

const isOfType: Readonly<Record<ValueType, (member: unknown) => boolean>> = {
  text: isText,
  texts: (member) => Array.isArray(member) && member.every(isText),
  number: (member) => typeof member === "number",
  flag: (member) => typeof member === "boolean",
  list: (member) => Array.isArray(member),
  anything: () => true,
};

/** A valid document, and the place of each pointer in its file. */
export type SoundDocument = {
  readonly kind: "read";
  readonly path: string;
  /** What the registry says of it. */
  readonly entry: DocumentEntry;
  readonly document: Fields;
  readonly text: string;
  readonly placeOf: (pointer: Pointer) => Place;
};

/** A document and its entry in the registry. */
export type Source = Pick<SoundDocument, "document" | "entry">;

/** The result of reading a document: the document, or its faults. */
export type DocumentReading = SoundDocument | { readonly kind: "faulty"; readonly faults: readonly Fault[] };

/** Reads an OpenAPI document. Rejects syntax errors, broken references and unknown keywords. */
export async function readDocument(path: string): Promise<DocumentReading> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (failure) {
    const reason = failure instanceof Error && "code" in failure ? String(failure.code) : "unreadable";
    return refused(path, `cannot be read (${reason})`);
  }
  const text = textOf(bytes);
  return text === undefined ? refused(path, "is not text in UTF-8") : readDocumentText(path, text);
}

/** Reads a document of this repository. Throws if it is faulty. */
export async function readRegistered({ file }: DocumentEntry): Promise<SoundDocument> {
  const reading = await readDocument(join(openapiFolder, file));
  if (reading.kind === "faulty") throw new Error(`${file} is faulty; pnpm document says where.`);
  return reading;
}

/** Like `readDocument`, for a text in memory. The path is used in faults and names the entry. */
export function readDocumentText(path: string, text: string): DocumentReading {
  if (text.trim() === "") return refused(path, "is empty");
  const parsed = parseYaml(path, text);
  if ("faults" in parsed) return { kind: "faulty", faults: parsed.faults };
  const { value, placeOf } = parsed;
  if (!isFields(value)) return refused(path, "is not an OpenAPI document");
  const faults = placeAll({ path, placeOf }, complaintsOf(value));
  if (faults.length > 0) return { kind: "faulty", faults };
  return { kind: "read", path, entry: entryOf(path), document: value, text, placeOf };
}

/** Adds the path of the file, and the place in it, to each complaint. */
export function placeAll(
  { path, placeOf }: Pick<SoundDocument, "path" | "placeOf">,
  complaints: readonly Complaint[],
): Fault[] {
  return complaints.map(({ pointer, message }) => ({ path, ...placeOf(pointer), message }));
}

function refused(path: string, message: string): DocumentReading {
  return { kind: "faulty", faults: [{ path, line: 1, column: 1, message }] };
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Each check depends on the earlier ones. */
function complaintsOf(document: Fields): Complaint[] {
  for (const check of [checkVersion, checkVocabulary, checkShape, checkReferences, checkCycles]) {
    const complaints = check(document);
    if (complaints.length > 0) return complaints;
  }
  return [];
}

function checkVersion(document: Fields): Complaint[] {
  if (typeof document["openapi"] === "string" && document["openapi"].startsWith("3.1.")) return [];
  return [{ pointer: ["openapi"], message: "is not OpenAPI 3.1; write openapi: 3.1.1 at the top" }];
}
