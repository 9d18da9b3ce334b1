import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { everyClaim, renderJunit, renderOutcome, runConformance } from "@trading-oms/conformance";
import { makeSeed } from "./make-seed.ts";
import { everyPair, type Pair } from "./pairs.ts";
import { type JudgedPair, judgePair, listOdd, renderPairs } from "./render-pairs.ts";

const usage = `Asks deployments for everything that the document promises.

  pnpm conformance --all [options]            every pair of runtime and store, each on the same data
  pnpm conformance --pair NAME [options]      one pair, or several by several --pair
  pnpm conformance http://… [options]         a deployment that runs already; conformance --help tells its options

  --only TEXT    claims alone that have TEXT in their id
  --junit FILE   writes the outcomes as JUnit XML, a suite for each pair
  --table FILE   writes the whole table, every claim down
  --verbose      prints the whole table
  --help         this text

Pairs: ${everyPair.map(({ name }) => name).join(", ")}
Exit codes: 0 every claim holds on every pair, 1 one does not, or pairs differ, 2 used wrongly.`;

// Whoever is interrupted ends as others do, with all that was started.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

process.exitCode = await conformance(process.argv.slice(2));

async function conformance(words: readonly string[]): Promise<number> {
  if (words.some((word) => /^https?:/.test(word))) return runConformance(words, process);
  const settings = readSettings(words);
  if ("fault" in settings) {
    console.error(`${settings.fault}\n\n${usage}`);
    return 2;
  }
  if (settings.help) {
    console.log(usage);
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), "pairs-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return tell(await judgePairs(settings, folder), settings);
}

type Settings = {
  readonly pairs: readonly Pair[];
  readonly only: string;
  readonly junit: string | undefined;
  readonly table: string | undefined;
  readonly verbose: boolean;
  readonly help: boolean;
};

function readSettings(words: readonly string[]): Settings | { readonly fault: string } {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        all: { type: "boolean", default: false },
        pair: { type: "string", multiple: true, default: [] },
        only: { type: "string", default: "" },
        junit: { type: "string" },
        table: { type: "string" },
        verbose: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const { all, pair: names, only, junit, table, verbose, help } = values;
    const unknown = names.find((name) => everyPair.every((pair) => pair.name !== name));
    if (unknown !== undefined) return { fault: `There is no pair ${unknown}.` };
    if (!help && !all && names.length === 0) return { fault: "Name an address, a --pair, or --all." };
    if (everyClaim.every(({ id }) => !id.includes(only)))
      return { fault: `No claim has "${only}" in its id.` };
    const pairs = all ? everyPair : everyPair.filter(({ name }) => names.includes(name));
    return { pairs, only, junit, table, verbose, help };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}

async function judgePairs({ pairs, only }: Settings, folder: string): Promise<JudgedPair[]> {
  const claims = everyClaim.filter(({ id }) => id.includes(only));
  console.log(`making the data that ${pairs.length} pairs start from`);
  const seeded = await makeSeed(folder);
  const judged: JudgedPair[] = [];
  for (const pair of pairs) {
    const began = performance.now();
    judged.push(await judgePair(pair, seeded, claims));
    console.log(`asked ${pair.name} in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  }
  return judged;
}

async function tell(judged: readonly JudgedPair[], { junit, table, verbose }: Settings): Promise<number> {
  for (const pair of judged) {
    if ("failure" in pair) {
      console.log(`\n${pair.name} did not start or stop: ${pair.failure}`);
      continue;
    }
    const broken = pair.outcomes.filter(({ verdict }) => verdict !== "held");
    if (broken.length > 0) console.log(`\n${pair.name}\n${broken.map(renderOutcome).join("\n")}`);
  }
  console.log(`\n${renderPairs(judged, verbose ? "claims" : "operations")}`);
  if (table !== undefined) await writeFile(table, `${renderPairs(judged, "claims")}\n`);
  const suites = judged.map((pair) => ({ outcomes: [], ...pair }));
  if (junit !== undefined) await writeFile(junit, renderJunit(suites));
  const odd = listOdd(judged);
  const unasked = suites.flatMap(({ outcomes }) => outcomes.filter(({ verdict }) => verdict === "not asked"));
  const isGood = odd.length === 0 && unasked.length === 0 && judged.every((pair) => "outcomes" in pair);
  console.log(
    isGood
      ? "\nEvery pair keeps every claim."
      : `\n${odd.length} claims break or differ; ${unasked.length} were not asked.`,
  );
  return isGood ? 0 : 1;
}
