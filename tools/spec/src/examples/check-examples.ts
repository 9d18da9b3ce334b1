import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  fieldsAt,
  isErrorStatus,
  listOperations,
  membersOf,
  type Operation,
} from "../grammar/list-operations.ts";
import {
  asFields,
  type Complaint,
  type Fields,
  isFields,
  type Pointer,
  walkDocument,
} from "../grammar/walk-document.ts";
import { type Fault, type ParsedYaml, type Place, parseYaml } from "../read/parse-yaml.ts";
import { placeAll, type SoundDocument } from "../read/read-document.ts";
import { type DocumentEntry, kebab, listFiles } from "../read/registry.ts";
import { schemaValidator } from "../read/schema-validator.ts";
import {
  callFile,
  checkEvents,
  checkExample,
  checkValue,
  classifyExample,
  type ExampleRole,
  errorSchemas,
  type Measure,
} from "./check-example.ts";

/** Parses strict JSON. Syntax errors and duplicate keys are returned as faults with their place. */
export function parseExample(path: string, text: string): ParsedYaml | { readonly faults: readonly Fault[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    // A message without a position quotes the text around the failure instead.
    const offset = Number(/at position (\d+)/.exec(reason)?.[1] ?? 0);
    const message = `is not JSON: ${reason.replaceAll(/\s+/g, " ")}`;
    return { faults: [{ path, ...placeAt(text, offset), message }] };
  }
  // JSON is valid YAML; the YAML parser adds duplicate keys and places.
  const parsed = parseYaml(path, text);
  return "faults" in parsed ? parsed : { value, placeOf: parsed.placeOf };
}

function placeAt(text: string, offset: number): Place {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** A file under `examples/`; its path is relative to that folder, with forward slashes. */
export type ExampleFile = { readonly path: string; readonly text: string };

/**
 * Reads all files of the folder, or those of one document with the shared errors, sorted by path; none if there is no
 * such folder. Symbolic links are not followed.
 */
export async function readExamples(folder: string, entry?: DocumentEntry): Promise<ExampleFile[]> {
  const paths = (await listFiles(folder)).filter(
    (path) => entry === undefined || path.startsWith("errors/") || path.startsWith(`${entry.name}/`),
  );
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(folder, path), "utf8") })));
}

/** Reports operations, statuses and error bodies without an example. */
function checkExampleCoverage(
  { document, entry }: Pick<SoundDocument, "document" | "entry">,
  roles: readonly ExampleRole[],
): Complaint[] {
  const folder = `examples/${entry.name}`;
  const operations = listOperations(document);
  return [
    ...operations.flatMap((operation) => checkOperation(document, folder, operation, roles)),
    ...checkCalls(folder, operations, roles),
    ...(entry.isOurs ? [] : checkErrors(roles)),
  ];
}

function checkOperation(
  document: Fields,
  parent: string,
  operation: Operation,
  roles: readonly ExampleRole[],
): Complaint[] {
  const { id, pointer, fields } = operation;
  const folder = `${parent}/${kebab(id)}`;
  const own = roles.filter((role) => "operation" in role && role.operation.id === id);
  const kinds = ["request", ...("requestBody" in fields ? ["request-body"] : [])];
  const missingRequests = kinds.filter((kind) => !own.some((role) => role.kind === kind));
  const declared = membersOf(fields["responses"]);
  const shown = own.flatMap((role) => (role.kind === "response" ? [role.status] : []));
  const isShown = (status: string) =>
    status === "default"
      ? shown.some((other) => !declared.some(([name]) => name === other))
      : shown.includes(status);
  return [
    ...missingRequests.map((kind) => ({
      pointer,
      message: `${id} has no example of a ${kind}; add ${folder}/${kind}.json`,
    })),
    ...declared
      .filter(([status, response]) => !isShown(status) && !isInherited(document, status, response))
      .map(([status, response]) => ({
        pointer: [...pointer, "responses", status],
        message: `${id} ${status} has no example; add ${folder}/${fileNameFor(status, fieldsAt(document, response))}`,
      })),
  ];
}

/** Where one operation of a document is called by our client, all are. */
function checkCalls(
  parent: string,
  operations: readonly Operation[],
  roles: readonly ExampleRole[],
): Complaint[] {
  const called = new Set(roles.flatMap((role) => (role.kind === "call" ? [role.operation.id] : [])));
  if (called.size === 0) return [];
  return operations
    .filter(({ id }) => !called.has(id))
    .map(({ id, pointer }) => ({
      pointer,
      message: `${id} has no example of a call by our client; add ${parent}/${kebab(id)}/${callFile}`,
    }));
}

/** An error that several operations share is shown by the examples of the response itself. */
function isInherited(document: Fields, status: string, response: unknown): boolean {
  const { content } = fieldsAt(document, response);
  return isErrorStatus(status) && membersOf(content).some(([, media]) => "examples" in asFields(media));
}

function fileNameFor(status: string, response: Fields): string {
  return `${status === "default" ? "429" : status}.${"content" in response ? "json" : "empty"}`;
}

function checkErrors(roles: readonly ExampleRole[]): Complaint[] {
  const missing = Object.entries(errorSchemas).filter(
    ([, schema]) => !roles.some((role) => role.kind === "error" && role.schema === schema),
  );
  const complaints = missing.map(([prefix, schema]) => ({
    pointer: ["components", "schemas", schema],
    message: `${schema} has no example; add examples/errors/${prefix}.json`,
  }));
  if (roles.some(({ kind }) => kind === "plain-text")) return complaints;
  const message = "no example shows an error in plain text; add examples/errors/plain-text.txt";
  return [...complaints, { pointer: ["components", "responses"], message }];
}

type ReadExample = {
  readonly file: ExampleFile;
  readonly role: ExampleRole;
  /** Undefined if the file does not parse. */
  readonly content: { readonly value: unknown; readonly placeOf: (pointer: Pointer) => Place } | undefined;
  readonly faults: readonly Fault[];
};

/**
 * Checks the examples against the document: each must be valid and in use, and everything declared must have an
 * example. The files are those of the folder `examples` beside the document.
 */
export function checkExamples(sound: SoundDocument, files: readonly ExampleFile[]): Fault[] {
  const { document, entry } = sound;
  const folder = dirname(sound.path);
  const measure = { document, validatorOf: schemaValidator(document) };
  const operations = listOperations(document);
  const examples = files.map((file) => read(folder, file, classifyExample(file.path, operations)));
  const inFiles = examples
    // Our own documents have some of the shapes, and check those that they name where they name them.
    .filter(({ role }) => role.kind !== "error" || !entry.isOurs)
    .filter(isFirstOfItsOrphans)
    .flatMap((example) => [
      ...example.faults,
      ...judge(folder, example, (content) => checkExample(measure, example.role, content)),
    ]);
  const inDocument = [
    ...checkExternalValues(measure, examples),
    ...checkExampleCoverage(
      { document, entry },
      examples.map(({ role }) => role),
    ),
  ];
  return [...inFiles, ...placeAll(sound, inDocument)];
}

function read(folder: string, file: ExampleFile, role: ExampleRole): ReadExample {
  const path = join(folder, "examples", file.path);
  if (!file.path.endsWith(".json")) {
    const content = { value: file.text, placeOf: () => ({ line: 1, column: 1 }) };
    return { file, role, content, faults: [] };
  }
  const parsed = parseExample(path, file.text);
  if ("faults" in parsed) return { file, role, content: undefined, faults: parsed.faults };
  return { file, role, content: parsed, faults: [] };
}

function judge(
  folder: string,
  { file, content }: ReadExample,
  check: (value: unknown) => Complaint[],
): Fault[] {
  if (content === undefined) return [];
  const path = join(folder, "examples", file.path);
  return placeAll({ path, placeOf: content.placeOf }, check(content.value));
}

/** A whole folder without an operation is reported once, not per file. */
function isFirstOfItsOrphans({ role }: ReadExample, index: number, all: readonly ReadExample[]): boolean {
  if (role.kind !== "orphan") return true;
  const isSame = (other: ExampleRole) => other.kind === "orphan" && other.message === role.message;
  return all.findIndex((other) => isSame(other.role)) === index;
}

/** Reports each `externalValue` whose file is missing or not valid at that place. */
function checkExternalValues(measure: Measure, examples: readonly ReadExample[]): Complaint[] {
  const byPath = new Map(examples.map((example) => [`examples/${example.file.path}`, example]));
  return walkDocument(measure.document, (kind, pointer, media) => {
    if (kind !== "mediaType") return [];
    return membersOf(media["examples"]).flatMap(([name, example]) => {
      const { externalValue } = asFields(example);
      if (externalValue === undefined) return [];
      const target = String(externalValue);
      return faultsOf(measure, [pointer.at(-1), media], target, byPath.get(target)).map((message) => ({
        pointer: [...pointer, "examples", name, "externalValue"],
        message,
      }));
    });
  });
}

function faultsOf(
  measure: Measure,
  [mediaType, media]: readonly [string | undefined, Fields],
  target: string,
  found: ReadExample | undefined,
): string[] {
  if (found === undefined)
    return [`externalValue "${target}" leads to no file; add the file or mend the name`];
  if (found.content === undefined || !isFields(media["schema"])) return [];
  const check = mediaType === "text/event-stream" ? checkEvents : checkValue;
  return check(measure, media["schema"], found.content.value).map(
    ({ message }) => `${target} is not valid here: ${message}`,
  );
}
