import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkDocument, type DocumentCheck } from "./check-document.ts";
import { printFault } from "./parse-yaml.ts";

const usage = `Checks an OpenAPI document and the examples beside it, and says what is wrong and where.

Usage: node tools/document/src/check.ts [FILE] [--help]

  FILE    the document; openapi/openapi.yaml of this repository where none is named
  --help  prints this

Exit: 0 everything is sound, 1 something is wrong, 2 the command was not understood.`;

if (import.meta.main) process.exitCode = await check(process.argv.slice(2), process.cwd(), console);

type Output = Pick<Console, "log" | "error">;

/** Runs the command in a folder, and returns its exit code. */
export async function check(words: readonly string[], folder: string, output: Output): Promise<number> {
  const command = understand(words);
  if (typeof command === "string") {
    output.error(`${command}\n\n${usage}`);
    return 2;
  }
  if (command.help) {
    output.log(usage);
    return 0;
  }
  const path = resolve(folder, command.path);
  return tell(path, await checkDocument(path), folder, output);
}

function understand(words: readonly string[]): { help: boolean; path: string } | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { help: { type: "boolean", default: false } },
      allowPositionals: true,
    });
    if (positionals.length > 1) return `One document at a time; ${positionals.length} were named.`;
    const named = positionals[0] ?? resolve(import.meta.dirname, "../../../openapi/openapi.yaml");
    return { help: values.help, path: named };
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
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
