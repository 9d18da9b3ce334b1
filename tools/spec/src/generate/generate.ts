import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { type Output, readCommand, reportFaults } from "../cli/command.ts";
import { writeTogether } from "../cli/write-together.ts";
import { callFile } from "../examples/check-example.ts";
import { type ComponentSchema, listComponentSchemas, listOperations } from "../grammar/list-operations.ts";
import type { Complaint } from "../grammar/walk-document.ts";
import { checkSchemas } from "../read/check-schemas.ts";
import { type Fault, printFault } from "../read/parse-yaml.ts";
import { placeAll, readDocument, type SoundDocument } from "../read/read-document.ts";
import { documents, kebab, openapiFolder } from "../read/registry.ts";
import { clientRules } from "../rules/clients.ts";
import { checkOperationWords } from "../rules/operations.ts";
import { generateSources } from "./generate-sources.ts";
import { RefusedDocument } from "./schema-expression.ts";
import type { OperationExample, OperationExamples } from "./write-client.ts";

/** A schema becomes a type of its name. */
function checkSchemaName({ name, pointer }: ComponentSchema): Complaint[] {
  if (/^[A-Z][A-Za-z0-9]*$/.test(name)) return [];
  return [{ pointer, message: `"${name}" can't be the name of a type; write it like MarginRatio` }];
}

const repository = resolve(import.meta.dirname, "../../../..");

const usage = `Writes the types, the server's contract and what else follows from the OpenAPI documents.

  pnpm generate [--from DIR] [--into DIR]

  --from DIR   the folder of the documents  (openapi)
  --into DIR   the repository to write to   (this one)
  --help       this text

Nothing is written unless all of it can be. Exit codes: 0 written, 1 refused, 2 used wrongly.`;

const options = {
  from: { type: "string", default: openapiFolder },
  into: { type: "string", default: repository },
} as const;

if (import.meta.main) process.exitCode = await generate(process.argv.slice(2), process.cwd(), console);

/** Runs the command in a folder. Returns its exit code. */
export async function generate(words: readonly string[], folder: string, output: Output): Promise<number> {
  const command = readCommand({ words, options, usage, output });
  if ("exitCode" in command) return command.exitCode;
  const [from, into] = [command.values.from, command.values.into].map((each) => resolve(folder, each)) as [
    string,
    string,
  ];
  const sources: SoundDocument[] = [];
  for (const { file } of documents) {
    const reading = await readDocument(join(from, file));
    const faults = reading.kind === "faulty" ? reading.faults : faultsOf(reading);
    reportFaults(faults, folder, output);
    if (faults.length > 0 || reading.kind === "faulty") return 1;
    sources.push(reading);
  }
  try {
    const generated = await generateSources(sources, await readOperationExamples(from, sources));
    const files = Object.entries(generated).map(([name, text]) => ({ path: join(into, name), text }));
    await writeTogether(files);
    output.log(`generated ${Object.keys(generated).join(", ")}`);
    return 0;
  } catch (failure) {
    output.error(explain(failure, sources, folder));
    return 1;
  }
}

/** The calls and requests that are examples. One that is missing or malformed is a fault that `pnpm document` names. */
async function readOperationExamples(
  folder: string,
  sources: readonly SoundDocument[],
): Promise<OperationExamples> {
  const examples: Record<string, Record<string, OperationExample>> = {};
  for (const { document, entry } of sources) {
    const written: Record<string, OperationExample> = {};
    examples[entry.name] = written;
    for (const { id } of listOperations(document)) {
      const read = (file: string): Promise<string> =>
        readFile(join(folder, "examples", entry.name, kebab(id), file), "utf8");
      const readJson = (file: string): Promise<object> =>
        read(file)
          .then(JSON.parse)
          .catch(() => ({}));
      written[id] = {
        call: await read(callFile).catch(() => undefined),
        request: { ...(await readJson("request.json")), body: await readJson("request-body.json") },
      };
    }
  }
  return examples;
}

/** What the generator cannot do without. */
function faultsOf(sound: SoundDocument): Fault[] {
  const { document, entry } = sound;
  return placeAll(sound, [
    ...listComponentSchemas(document).flatMap(checkSchemaName),
    ...checkOperationWords(document, entry),
    ...clientRules.flatMap((rule) => rule(document, entry)),
    ...checkSchemas(document),
  ]);
}

function explain(failure: unknown, sources: readonly SoundDocument[], folder: string): string {
  if (failure instanceof RefusedDocument) {
    const { file, pointer, message } = failure;
    const source = sources.find(({ entry }) => entry.file === file);
    if (source === undefined) throw failure;
    return printFault({ path: relative(folder, source.path), ...source.placeOf(pointer), message });
  }
  if (failure instanceof Error && "syscall" in failure) {
    return `could not write (${failure.message}); the files of before are untouched`;
  }
  throw failure;
}
