import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { everyClaim, type Outcome, type Plan, renderOutcome } from "@trading-oms/conformance";
import { everyFault } from "./faults/every-fault.ts";
import type { Fault } from "./faults/fault.ts";
import { openPassage, type Passage } from "./faults/open-passage.ts";
import { tryFault } from "./faults/try-fault.ts";
import { makeSeed } from "./make-seed.ts";
import { nodeSqlite } from "./pairs/node-sqlite.ts";

const usage = `Plants faults between the suite of packages/conformance and the server, one at a time, and shows what finds each.

  pnpm check:conformance [--help]

Exit codes: 0 every fault is found and without one all claims hold, before and after, 1 not so, 2 used wrongly.`;

// Whoever is interrupted ends as others do, with all that was started.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

process.exitCode = await answer(process.argv.slice(2));

async function answer(words: readonly string[]): Promise<number> {
  if (words.length === 0) return main();
  const isHelp = words.every((word) => word === "--help");
  (isHelp ? process.stdout : process.stderr).write(`${usage}\n`);
  return isHelp ? 0 : 2;
}

async function main(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "check-conformance-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const { seed, plan } = await makeSeed(folder);
  const server = await nodeSqlite.start(seed);
  try {
    const passage = await openPassage(server.url, plan);
    const isGood = await tryAll(passage, plan);
    await passage.close();
    return isGood ? 0 : 1;
  } finally {
    await server.stop();
  }
}

async function tryAll(passage: Passage, plan: Plan): Promise<boolean> {
  const sound = await tryFault(passage.url, everyClaim, plan);
  const odd = sound.filter(({ verdict }) => verdict !== "held");
  for (const outcome of odd) console.log(renderOutcome(outcome));
  console.log(`without a fault, ${sound.length - odd.length} of ${sound.length} claims hold\n`);
  const rows: Row[] = [];
  for (const fault of everyFault) {
    passage.plant(fault);
    rows.push(rowOf(fault, await tryFault(passage.url, claimsBeside(fault), plan)));
  }
  tell(rows);
  passage.plant(undefined);
  const afterwards = await tryFault(passage.url, everyClaim, plan);
  const left = afterwards.filter(({ verdict }) => verdict !== "held");
  for (const outcome of left) console.log(renderOutcome(outcome));
  console.log(`after the last fault, ${afterwards.length - left.length} of ${afterwards.length} claims hold`);
  return odd.length === 0 && left.length === 0 && rows.every(({ isFound }) => isFound);
}

/** A fault is looked for by the claims of its own operation, cards of several seconds aside. */
function claimsBeside({ foundBy }: Fault) {
  const prefix = foundBy.slice(0, foundBy.indexOf(".") + 1);
  return everyClaim.filter(
    ({ id, needs }) => id === foundBy || (id.startsWith(prefix) && !needs.includes("card")),
  );
}

type Row = {
  readonly name: string;
  readonly finder: string;
  readonly others: string;
  readonly isFound: boolean;
};

function rowOf({ name, foundBy }: Fault, outcomes: readonly Outcome[]): Row {
  const broken = outcomes.filter(({ verdict }) => verdict === "broken").map(({ claim }) => claim.id);
  const isFound = broken.includes(foundBy);
  return {
    name,
    finder: isFound ? foundBy : `NOT FOUND by ${foundBy}`,
    others: String(broken.length - (isFound ? 1 : 0)),
    isFound,
  };
}

function tell(rows: readonly Row[]): void {
  const heading = { name: "fault", finder: "found by", others: "others" };
  const nameWidth = Math.max(...rows.map(({ name }) => name.length));
  const finderWidth = Math.max(...rows.map(({ finder }) => finder.length));
  for (const { name, finder, others } of [heading, ...rows]) {
    console.log(`${name.padEnd(nameWidth)} | ${finder.padEnd(finderWidth)} | ${others.padStart(6)}`);
  }
  console.log(`${rows.filter(({ isFound }) => isFound).length} of ${rows.length} found`);
}
