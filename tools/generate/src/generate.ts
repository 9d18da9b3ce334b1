import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  checkSchemas,
  printFault,
  readDocument,
  type SoundDocument,
  writeTogether,
} from "@trading-oms/document";
import { checkNames } from "./check-names.ts";
import { generateSources } from "./generate-sources.ts";
import { RefusedDocument } from "./refused-document.ts";

const repository = resolve(import.meta.dirname, "../../..");

const usage = `Writes the types and the server's contract from the OpenAPI document.

  pnpm generate [--document FILE] [--into DIR]

  --document FILE   the document to read        (openapi/openapi.yaml)
  --into DIR        the repository to write to  (this one)
  --help            this text

Nothing is written unless all of it can be. Exit codes: 0 written, 1 refused, 2 used wrongly.`;

if (import.meta.main) process.exitCode = await generate(process.argv.slice(2), process.cwd(), console);

/** Runs the command in a folder, and returns its exit code. */
export async function generate(
  words: readonly string[],
  folder: string,
  output: Pick<Console, "log" | "error">,
): Promise<number> {
  const settings = readSettings(words, folder);
  if ("fault" in settings) {
    output.error(`${settings.fault}\n\n${usage}`);
    return 2;
  }
  if (settings.help) {
    output.log(usage);
    return 0;
  }
  const shownPath = relative(folder, settings.document);
  const reading = await readDocument(settings.document);
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
    const files = Object.entries(sources).map(([path, text]) => ({ path: join(settings.into, path), text }));
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

type Settings = { readonly document: string; readonly into: string; readonly help: boolean };

function readSettings(words: readonly string[], folder: string): Settings | { readonly fault: string } {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        document: { type: "string", default: resolve(repository, "openapi/openapi.yaml") },
        into: { type: "string", default: repository },
        help: { type: "boolean", default: false },
      },
    });
    return { ...values, document: resolve(folder, values.document), into: resolve(folder, values.into) };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}
