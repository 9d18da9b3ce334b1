import { everyCheck } from "./every-check.ts";
import { scratchCopy } from "./scratch-copy.ts";
import { type Trial, tryBreach } from "./try-breach.ts";

const usage = `Breaks every rule of tidy once, in a scratch copy of this repository, and shows that each breach is found.

  pnpm check:tidy [--help]

Exit codes: 0 every breach found, 1 one was not, 2 used wrongly.`;

process.exitCode = answer(process.argv.slice(2));

function answer(words: readonly string[]): number {
  if (words.length === 0) return main();
  const isHelp = words.every((word) => word === "--help");
  (isHelp ? process.stdout : process.stderr).write(`${usage}\n`);
  return isHelp ? 0 : 2;
}

/** Breaks every rule once in a copy of this repository, and shows that tidy finds each. */
function main(): number {
  using copy = scratchCopy(".");
  const rows = everyCheck.map((check) => rowOf(check.name, tryBreach(check, copy.folder)));
  const heading = { name: "check", place: "planted in", outcome: "found", isFound: true };
  const nameWidth = Math.max(...rows.map(({ name }) => name.length));
  const placeWidth = Math.max(...rows.map(({ place }) => place.length));
  for (const { name, place, outcome } of [heading, ...rows]) {
    process.stdout.write(`${name.padEnd(nameWidth)} | ${place.padEnd(placeWidth)} | ${outcome}\n`);
  }
  const foundCount = rows.filter(({ isFound }) => isFound).length;
  process.stdout.write(`${foundCount} of ${rows.length} found\n`);
  return foundCount === rows.length ? 0 : 1;
}

interface Row {
  readonly name: string;
  readonly place: string;
  readonly outcome: string;
  readonly isFound: boolean;
}

/** A breach may take several files; where it was found, the one that was blamed stands for all. */
function rowOf(name: string, { planted, found, failure }: Trial): Row {
  const place = planted.find((path) => found?.startsWith(`${path}:`)) ?? planted.join(", ");
  if (failure !== undefined) return { name, place, outcome: `NOT FOUND: ${failure}`, isFound: false };
  return { name, place, outcome: found ?? "", isFound: true };
}
