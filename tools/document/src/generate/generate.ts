import { join, relative, resolve } from "node:path";
import { checkSchemas } from "../check-schemas.ts";
import { type Output, readCommand } from "../command.ts";
import { type ComponentSchema, listComponentSchemas } from "../list-operations.ts";
import { printFault } from "../parse-yaml.ts";
import { readDocument, type SoundDocument } from "../read-document.ts";
import { checkOperationWords } from "../rules/operations.ts";
import type { Complaint } from "../walk-document.ts";
import { writeTogether } from "../write-together.ts";
import { generateSources } from "./generate-sources.ts";
import { RefusedDocument } from "./schema-expression.ts";

/** A schema becomes a type of its name. */
function checkSchemaName({ name, pointer }: ComponentSchema): Complaint[] {
  if (/^[A-Z][A-Za-z0-9]*$/.test(name)) return [];
  return [{ pointer, message: `"${name}" can't be the name of a type; write it like MarginRatio` }];
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
  const complaints = [
    ...listComponentSchemas(reading.document).flatMap(checkSchemaName),
    ...checkOperationWords(reading.document),
    ...checkSchemas(reading.document),
  ];
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
