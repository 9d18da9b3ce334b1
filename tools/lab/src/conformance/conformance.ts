import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { everyClaim, renderOutcome, runConformance } from "@trading-oms/conformance";
import { makeSeed } from "./make-seed.ts";
import { everyPair, type Pair } from "./pairs.ts";
import { evaluatePair, type JudgedPair, listFailing, renderPairs } from "./render-pairs.ts";

const usage = `Asks deployments for everything that the document promises.

  pnpm conformance --all [options]            every pair of runtime and store, each on the same data
  pnpm conformance --pair NAME [options]      one pair, or several by several --pair
  pnpm conformance http://… [options]         a deployment that runs already; conformance --help tells its options

  --only TEXT    claims alone that have TEXT in their id
  --verbose      prints the whole table
  --help         this text

Pairs: ${everyPair.map(({ name }) => name).join(", ")}
Exit codes: 0 every claim holds on every pair, 1 one does not, or pairs differ, 2 used wrongly.`;

// An interrupted run stops everything that it has started.
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
  return report(await checkPairs(settings, folder), settings);
}

type Settings = {
  readonly pairs: readonly Pair[];
  readonly only: string;
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
        verbose: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const { all, pair: names, only, verbose, help } = values;
    const unknown = names.find((name) => everyPair.every((pair) => pair.name !== name));
    if (unknown !== undefined) return { fault: `There is no pair ${unknown}.` };
    if (!help && !all && names.length === 0) return { fault: "Name an address, a --pair, or --all." };
    if (everyClaim.every(({ id }) => !id.includes(only)))
      return { fault: `No claim has "${only}" in its id.` };
    const pairs = all ? everyPair : everyPair.filter(({ name }) => names.includes(name));
    return { pairs, only, verbose, help };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}

async function checkPairs({ pairs, only }: Settings, folder: string): Promise<JudgedPair[]> {
  const claims = everyClaim.filter(({ id }) => id.includes(only));
  console.log(`making the data that ${pairs.length} pairs start from`);
  const seeded = await makeSeed(folder);
  const judged: JudgedPair[] = [];
  for (const pair of pairs) {
    const began = performance.now();
    judged.push(await evaluatePair(pair, seeded, claims));
    console.log(`asked ${pair.name} in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  }
  return judged;
}

function report(judged: readonly JudgedPair[], { verbose }: Settings): number {
  for (const pair of judged) {
    if ("failure" in pair) {
      console.log(`\n${pair.name} did not start or stop: ${pair.failure}`);
      continue;
    }
    const broken = pair.outcomes.filter(({ verdict }) => verdict !== "held");
    if (broken.length > 0) console.log(`\n${pair.name}\n${broken.map(renderOutcome).join("\n")}`);
  }
  console.log(`\n${renderPairs(judged, verbose ? "claims" : "operations")}`);
  const outcomes = judged.flatMap((pair) => ("outcomes" in pair ? pair.outcomes : []));
  const failing = listFailing(judged);
  const unasked = outcomes.filter(({ verdict }) => verdict === "not asked");
  const isGood = failing.length === 0 && unasked.length === 0 && judged.every((pair) => "outcomes" in pair);
  console.log(
    isGood
      ? "\nEvery pair keeps every claim."
      : `\n${failing.length} claims break or differ; ${unasked.length} were not asked.`,
  );
  return isGood ? 0 : 1;
}
