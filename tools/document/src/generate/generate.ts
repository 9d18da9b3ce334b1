import { join, relative, resolve } from "node:path";
import { checkSchemas } from "../check-schemas.ts";
import { type Output, readCommand } from "../command.ts";
import { printFault } from "../parse-yaml.ts";
import { readDocument, type SoundDocument } from "../read-document.ts";
import { schemasOf } from "../resolve-reference.ts";
import type { Complaint, Fields, Pointer } from "../walk-document.ts";
import { writeTogether } from "../write-together.ts";
import { generateSources } from "./generate-sources.ts";
import { RefusedDocument } from "./schema-expression.ts";

/** Names used by the generated modules, and reserved words. */
const takenNames = new Set([
  ..."createRoute documentHead hasLength normalizeText queryInteger routes schemas securitySchemes z".split(
    " ",
  ),
  ..."await break case catch class const continue debugger default delete do else enum export extends false".split(
    " ",
  ),
  ..."finally for function if implements import in instanceof interface let new null package private".split(
    " ",
  ),
  ..."protected public return static super switch this throw true try typeof var void while with yield".split(
    " ",
  ),
]);

/** Reports names that are not valid in code, and duplicates. */
function checkNames(document: Fields): Complaint[] {
  const operations = listOperations(document);
  return [
    ...Object.keys(schemasOf(document)).flatMap(checkSchemaName),
    ...operations.flatMap(({ pointer, operation }) => checkOperationId(pointer, operation)),
    ...operations.flatMap(({ pointer, operation }) => checkParameterNames(pointer, operation)),
    ...operations.flatMap(({ pointer, operation }, index) => {
      const id = operation["operationId"];
      const isTwin = operations.slice(0, index).some((other) => other.operation["operationId"] === id);
      return isTwin && id !== undefined
        ? [
            {
              pointer: [...pointer, "operationId"],
              message: `operationId "${id}" is that of another operation`,
            },
          ]
        : [];
    }),
  ];
}

type Placed = { readonly pointer: Pointer; readonly operation: Fields };

function listOperations(document: Fields): Placed[] {
  return Object.entries(document["paths"] as Fields).flatMap(([path, pathItem]) =>
    Object.entries(pathItem as Fields).map(([method, operation]) => ({
      pointer: ["paths", path, method],
      operation: operation as Fields,
    })),
  );
}

function checkSchemaName(name: string): Complaint[] {
  if (/^[A-Z][A-Za-z0-9]*$/.test(name)) return [];
  const message = `"${name}" can't be the name of a type; write it like MarginRatio`;
  return [{ pointer: ["components", "schemas", name], message }];
}

function checkOperationId(pointer: Pointer, { operationId }: Fields): Complaint[] {
  const isName = typeof operationId === "string" && /^[a-z][A-Za-z0-9]*$/.test(operationId);
  if (isName && !takenNames.has(operationId)) return [];
  const message = `an operation needs an operationId such as getMarginRatio, not ${JSON.stringify(operationId)}`;
  return [{ pointer: operationId === undefined ? pointer : [...pointer, "operationId"], message }];
}

/** The parameters in a path and its declared path parameters must match, each once. */
function checkParameterNames(pointer: Pointer, operation: Fields): Complaint[] {
  const parameters = (operation["parameters"] ?? []) as readonly Fields[];
  const keys = parameters.map((parameter) => `${parameter["in"]} ${parameter["name"]}`);
  const inPath = [...(pointer[1] ?? "").matchAll(/\{([^}]*)\}/g)].map(([, name]) => `path ${name}`);
  return [
    ...keys.flatMap((key, index): Complaint[] => {
      const place = [...pointer, "parameters", String(index)];
      if (keys.indexOf(key) !== index)
        return [{ pointer: place, message: `parameter "${key}" stands here twice` }];
      const isLost = key.startsWith("path ") && !inPath.includes(key);
      return isLost
        ? [{ pointer: place, message: `parameter "${key}" is not in the path ${pointer[1]}` }]
        : [];
    }),
    ...inPath
      .filter((key) => !keys.includes(key))
      .map((key) => ({
        pointer,
        message: `the path names "${key}", and the operation has no such parameter`,
      })),
  ];
}

const repository = resolve(import.meta.dirname, "../../../..");

const usage = `Writes the types and the server's contract from the OpenAPI document.

  pnpm generate [--document FILE] [--into DIR]

  --document FILE   the document to read        (openapi/openapi.yaml)
  --into DIR        the repository to write to  (this one)
  --help            this text

Nothing is written unless all of it can be. Exit codes: 0 written, 1 refused, 2 used wrongly.`;

const options = {
  document: { type: "string", default: resolve(repository, "openapi/openapi.yaml") },
  into: { type: "string", default: repository },
} as const;

if (import.meta.main) process.exitCode = await generate(process.argv.slice(2), process.cwd(), console);

/** Runs the command in a folder. Returns its exit code. */
export async function generate(words: readonly string[], folder: string, output: Output): Promise<number> {
  const command = readCommand({ words, options, usage, output });
  if ("exitCode" in command) return command.exitCode;
  const [path, into] = [command.values.document, command.values.into].map((each) =>
    resolve(folder, each),
  ) as [string, string];
  const shownPath = relative(folder, path);
  const reading = await readDocument(path);
  if (reading.kind === "faulty") {
    for (const fault of reading.faults) output.error(printFault({ ...fault, path: shownPath }));
    return 1;
  }
  const complaints = [...checkNames(reading.document), ...checkSchemas(reading.document)];
  if (complaints.length > 0) {
    for (const { pointer, message } of complaints) {
      output.error(printFault({ path: shownPath, ...reading.placeOf(pointer), message }));
    }
    return 1;
  }
  try {
    const sources = await generateSources(reading.document);
    const files = Object.entries(sources).map(([name, text]) => ({ path: join(into, name), text }));
    await writeTogether(files);
    output.log(`generated ${Object.keys(sources).join(", ")}`);
    return 0;
  } catch (failure) {
    output.error(explain(failure, reading, shownPath));
    return 1;
  }
}

function explain(failure: unknown, reading: SoundDocument, path: string): string {
  if (failure instanceof RefusedDocument) {
    return printFault({ path, ...reading.placeOf(failure.pointer), message: failure.message });
  }
  if (failure instanceof Error && "syscall" in failure) {
    return `could not write (${failure.message}); the files of before are untouched`;
  }
  throw failure;
}
