import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { drain } from "./drain.ts";
import { findPlant, seedsMax, shorten } from "./planted/find-plant.ts";
import { plants } from "./planted/plants.ts";
import type { RunReport } from "./seeds.worker.ts";
import { type Run, simulate } from "./simulate.ts";
import { Digest } from "./world/digest.ts";

const help = `Runs two or three servers, users, operators and feeds on one store in this process, with faults, each run by a seed.

  pnpm sim --seeds N [--from S] [--workers K]   N runs from the seed S on (1), in K threads (one for each core)
  pnpm sim --seed S                             one run, with its trace
  pnpm sim --planted [NAME]                     plants each fault, or one, until a seed finds it, and prints a short trace
  pnpm sim --help

A line of a trace is: step, milliseconds since the beginning, what happened, to whom. The same seed gives the same trace, whose hash is
printed, on Node, Bun and Deno. The last line says seeds, steps, faults made, and states covered: distinct kinds of transitions.

Planted faults:
${Object.entries(plants)
  .map(([name, make]) => `  ${name.padEnd(24)}${make().about}`)
  .join("\n")}

Exit codes: 0 everything held (planted: each was found), 1 it did not, 2 used wrongly.`;

type Totals = {
  seeds: number;
  steps: number;
  readonly faults: Map<string, number>;
  readonly kinds: Set<string>;
};

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      seeds: { type: "string" },
      from: { type: "string" },
      seed: { type: "string" },
      workers: { type: "string" },
      planted: { type: "boolean" },
      help: { type: "boolean" },
    },
    allowPositionals: true,
  });
  if (values.help === true) {
    console.log(help);
    return 0;
  }
  const names = positionals.length > 0 ? positionals : Object.keys(plants);
  const unknown = names.find((name) => !Object.hasOwn(plants, name));
  if (unknown !== undefined) throw new RangeError(`There is no planted fault ${unknown}.`);
  if (values.planted === true) return runPlants(names);
  if (values.seed !== undefined) return replay(readNumber("seed", values.seed));
  if (values.seeds === undefined) throw new RangeError("Give --seeds N, --seed S or --planted.");
  const from = readNumber("from", values.from ?? "1");
  const count = readNumber("seeds", values.seeds);
  return runSeeds(from, count, readNumber("workers", values.workers ?? String(availableParallelism())));
}

function readNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new RangeError(`--${name} ${text}: give a whole number above 0.`);
  return value;
}

async function replay(seed: number): Promise<number> {
  const run = await simulate(seed, { drain, keepsLines: true });
  console.log(run.lines.join("\n"));
  return report([run]);
}

async function runSeeds(from: number, count: number, workerCount: number): Promise<number> {
  const runs: RunReport[] = [];
  let next = from;
  const workers = Array.from(
    { length: Math.min(workerCount, count) },
    () =>
      new Promise<void>((resolve, reject) => {
        const worker = new Worker(new URL("./seeds.worker.ts", import.meta.url));
        const give = (): void => {
          if (next < from + count) worker.postMessage(next++);
          else void worker.terminate().then(() => resolve());
        };
        worker.on("error", reject);
        worker.on("message", (run: RunReport) => {
          runs.push(run);
          showProgress(`${runs.length} of ${count} seeds`);
          give();
        });
        give();
      }),
  );
  await Promise.all(workers);
  showProgress("");
  return report(runs.toSorted((one, other) => one.seed - other.seed));
}

function report(runs: readonly RunReport[]): number {
  const totals: Totals = { seeds: runs.length, steps: 0, faults: new Map(), kinds: new Set() };
  const digest = new Digest();
  const broken = runs.filter((run) => run.broken !== undefined);
  for (const { hash, stepCount, faults, kinds } of runs) {
    digest.add(hash);
    totals.steps += stepCount;
    for (const kind of kinds.keys()) totals.kinds.add(kind);
    for (const [kind, made] of faults) totals.faults.set(kind, (totals.faults.get(kind) ?? 0) + made);
  }
  for (const { seed, broken: rule } of broken.slice(0, 10))
    console.log(`seed ${seed}: ${rule}\n  pnpm sim --seed ${seed}`);
  const hash = runs.length === 1 ? runs[0]?.hash : digest;
  const made = [...totals.faults.values()].reduce((sum, each) => sum + each, 0);
  console.log(
    [...totals.faults]
      .map(([kind, each]) => `${kind} ${each}`)
      .toSorted()
      .join(", "),
  );
  console.log(
    `${totals.seeds} seeds, ${totals.steps} steps, ${made} faults made, ${totals.kinds.size} states covered, trace hash ${hash}: ${broken.length === 0 ? "everything held" : `${broken.length} seeds did not hold`}`,
  );
  return broken.length === 0 ? 0 : 1;
}

async function runPlants(names: readonly string[]): Promise<number> {
  let missedCount = 0;
  for (const name of names) {
    const found = await findPlant(name, drain);
    if (found === undefined) {
      missedCount += 1;
      console.log(`${name}: MISSED in ${seedsMax} seeds`);
      continue;
    }
    const short: Run = await shorten(name, found, drain);
    console.log(`${name}: seed ${found.seed}, step ${short.stepCount}: ${short.broken}`);
    if (names.length === 1) console.log(short.lines.join("\n"));
    else
      console.log(
        short.lines
          .slice(-12)
          .map((line) => `  ${line}`)
          .join("\n"),
      );
  }
  console.log(`${names.length} planted faults, ${names.length - missedCount} found`);
  return missedCount === 0 ? 0 : 1;
}

function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

try {
  process.exitCode = await main();
} catch (thrown) {
  if (!(thrown instanceof RangeError || (thrown instanceof TypeError && "code" in thrown))) throw thrown;
  console.error(`${thrown.message}\n\n${help}`);
  process.exitCode = 2;
}
