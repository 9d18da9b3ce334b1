import { relative, resolve } from "node:path";
import { checkDocument, type DocumentCheck } from "./check-document.ts";
import { type Output, readCommand } from "./command.ts";
import { printFault } from "./parse-yaml.ts";

const usage = `Checks an OpenAPI document and the examples beside it, and says what is wrong and where.

Usage: node tools/document/src/check.ts [FILE] [--help]

  FILE    the document; openapi/openapi.yaml of this repository where none is named
  --help  prints this

Exit: 0 everything is sound, 1 something is wrong, 2 the command was not understood.`;

if (import.meta.main) process.exitCode = await check(process.argv.slice(2), process.cwd(), console);

/** Runs the command in a folder. Returns its exit code. */
export async function check(words: readonly string[], folder: string, output: Output): Promise<number> {
  const command = readCommand({ words, options: {}, usage, output, positionalsMax: 1 });
  if ("exitCode" in command) return command.exitCode;
  const [named = resolve(import.meta.dirname, "../../../openapi/openapi.yaml")] = command.positionals;
  const path = resolve(folder, named);
  return tell(path, await checkDocument(path), folder, output);
}

function tell(path: string, found: DocumentCheck, folder: string, output: Output): number {
  const shown = (each: string) => relative(folder, each);
  if (found.kind === "faulty") {
    for (const fault of found.faults) output.error(printFault({ ...fault, path: shown(fault.path) }));
    const count = found.faults.length;
    output.error(`${shown(path)}: ${count} ${count === 1 ? "fault" : "faults"}`);
    return 1;
  }
  const { operations, schemas, examples } = found.counts;
  output.log(`${shown(path)}: sound (${operations} operations, ${schemas} schemas, ${examples} examples)`);
  return 0;
}
