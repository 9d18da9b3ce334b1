import { join, relative, resolve } from "node:path";
import { type Output, readCommand } from "../cli/command.ts";
import { type Fault, printFault } from "../read/parse-yaml.ts";
import { checkStrays, documents, openapiFolder } from "../read/registry.ts";
import { checkDocument, type DocumentCheck } from "./check-document.ts";

const usage = `Checks OpenAPI documents and the examples beside them, and says what is wrong and where.

Usage: node tools/spec/src/rules/check.ts [FILE] [--help]

  FILE    the document; where none is named, every document of openapi/documents.ts, and no other may be there
  --help  prints this

Exit: 0 everything is sound, 1 something is wrong, 2 the command was not understood.`;

if (import.meta.main) process.exitCode = await check(process.argv.slice(2), process.cwd(), console);

/** Runs the command in a folder. Returns its exit code. */
export async function check(words: readonly string[], folder: string, output: Output): Promise<number> {
  const command = readCommand({ words, options: {}, usage, output, positionalsMax: 1 });
  if ("exitCode" in command) return command.exitCode;
  const [named] = command.positionals;
  if (named !== undefined) return checkFile(resolve(folder, named), folder, output);
  let code = reportStrays(await checkStrays(openapiFolder), folder, output);
  for (const { file } of documents) {
    code = Math.max(code, await checkFile(join(openapiFolder, file), folder, output));
  }
  return code;
}

async function checkFile(path: string, folder: string, output: Output): Promise<number> {
  return tell(path, await checkDocument(path), folder, output);
}

function reportStrays(faults: readonly Fault[], folder: string, output: Output): number {
  for (const fault of faults) output.error(printFault({ ...fault, path: relative(folder, fault.path) }));
  return faults.length === 0 ? 0 : 1;
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
