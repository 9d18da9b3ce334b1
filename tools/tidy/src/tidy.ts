import { parseArgs } from "node:util";
import { everyCheck } from "./every-check.ts";
import { readTree } from "./read-tree.ts";
import { runChecks } from "./run-checks.ts";

const help = `node tools/tidy/src/tidy.ts [--root DIR] [--only CHECK] [--list] [--help]

Holds a repository against our rules, and says for each place that breaks one what to do.

  --root DIR     the repository, here by default
  --only CHECK   one check instead of all; may be given several times
  --list         show every check with its rule, and stop
  --help         show this, and stop

Exit status: 0 nothing to mend, 1 something to mend, 2 used wrongly.`;

process.exitCode = main(process.argv.slice(2));

function main(words: string[]): number {
  const options = readOptions(words);
  if (typeof options === "string") return refuse(options);
  if (options.help) return say([help]);
  if (options.list) return say(everyCheck.map(({ name, rule }) => `${name}\n    ${rule}`));
  const unknown = options.only.find((name) => !everyCheck.some((check) => check.name === name));
  if (unknown !== undefined) return refuse(`There is no check called ${unknown}; --list shows them all.`);
  const checks = everyCheck.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  const tree = readTree(options.root);
  if (tree.paths.length === 0) return refuse(`There are no files in ${options.root}.`);
  const { findings, summary } = runChecks(checks, tree);
  say([...findings, ...summary]);
  return findings.length === 0 ? 0 : 1;
}

interface Options {
  readonly root: string;
  readonly only: readonly string[];
  readonly list: boolean;
  readonly help: boolean;
}

function readOptions(words: string[]): Options | string {
  try {
    const { values } = parseArgs({
      args: words,
      options: {
        root: { type: "string", default: "." },
        only: { type: "string", multiple: true, default: [] },
        list: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    return values;
  } catch (error) {
    return (error as Error).message;
  }
}

function say(lines: readonly string[]): number {
  process.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

function refuse(reason: string): number {
  process.stderr.write(`${reason}\n\n${help}\n`);
  return 2;
}
