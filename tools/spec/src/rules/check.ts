import { join, relative, resolve } from "node:path";
import { type Output, readCommand, reportFaults } from "../cli/command.ts";
import { checkStrays, documents, openapiFolder } from "../read/registry.ts";
import { checkDocument } from "./check-document.ts";

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
  const strays = named === undefined ? await checkStrays(openapiFolder) : [];
  reportFaults(strays, folder, output);
  let isSound = strays.length === 0;
  for (const path of named === undefined
    ? documents.map(({ file }) => join(openapiFolder, file))
    : [resolve(folder, named)]) {
    const found = await checkDocument(path);
    const shown = relative(folder, path);
    if (found.kind === "faulty") {
      isSound = false;
      reportFaults(found.faults, folder, output);
      const count = found.faults.length;
      output.error(`${shown}: ${count} ${count === 1 ? "fault" : "faults"}`);
      continue;
    }
    const { operations, schemas, examples } = found.counts;
    output.log(`${shown}: sound (${operations} operations, ${schemas} schemas, ${examples} examples)`);
  }
  return isSound ? 0 : 1;
}
