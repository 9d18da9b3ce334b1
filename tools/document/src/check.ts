import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkDocument, type DocumentCheck } from "./check-document.ts";
import { printFault } from "./parse-yaml.ts";

const usage = `Checks an OpenAPI document and the examples beside it, and says what is wrong and where.

Usage: node tools/document/src/check.ts [FILE] [--help]

  FILE    the document; openapi/openapi.yaml of this repository where none is named
  --help  prints this

Exit: 0 everything is sound, 1 something is wrong, 2 the command was not understood.`;

process.exitCode = await run(process.argv.slice(2));

async function run(words: readonly string[]): Promise<number> {
  const command = understand(words);
  if (typeof command === "string") {
    console.error(`${command}\n\n${usage}`);
    return 2;
  }
  if (command.help) {
    console.log(usage);
    return 0;
  }
  return tell(command.path, await checkDocument(command.path));
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
    return { help: values.help, path: relative(process.cwd(), resolve(named)) };
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
}

function tell(path: string, check: DocumentCheck): number {
  if (check.kind === "faulty") {
    for (const fault of check.faults) console.error(printFault(fault));
    const count = check.faults.length;
    console.error(`${path}: ${count} ${count === 1 ? "fault" : "faults"}`);
    return 1;
  }
  const { operations, schemas, examples } = check.counts;
  console.log(`${path}: sound (${operations} operations, ${schemas} schemas, ${examples} examples)`);
  return 0;
}
