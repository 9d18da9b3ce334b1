import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Figure, medianOf } from "../print-figures.ts";
import { measureProgram } from "../store/measure-program.ts";
import type { WatchRounds } from "./margin-rounds.ts";
import type { Hits, HitsRun } from "./run-hits.ts";
import type { Loading, LoadingRun } from "./run-loading.ts";
import type { QuietPrices, QuietRun } from "./run-quiet-prices.ts";

const symbolCount = 2_000;
const inOneSymbolCount = 100_000;
const pricesASecondMin = 100_000;

/** What prices cost a watch, and apart from it what it costs to hold and to read positions. */
export type WatchFigures = { readonly prices: readonly Figure[]; readonly holding: readonly Figure[] };

/** What a price costs a watch by the positions that it holds and by those that it hits, and what a position costs. */
export async function benchWatch(folder: string, rounds: WatchRounds): Promise<WatchFigures> {
  const quiet = await benchQuietPrices(rounds);
  return {
    prices: [...quiet.prices, ...(await benchHits(rounds))],
    holding: [...quiet.holding, ...(await benchLoading(folder, rounds))],
  };
}

async function benchQuietPrices({ positionCounts, rounds, ticks }: WatchRounds): Promise<WatchFigures> {
  // All of them hear of as many symbols, each of which somebody holds.
  const heardCount = Math.min(symbolCount, ...positionCounts);
  const spread = positionCounts.map((positionCount) => ({ positionCount, symbolCount, heardCount }));
  const holdings = [...spread, { positionCount: inOneSymbolCount, symbolCount: 1, heardCount: 1 }];
  const run: QuietRun = { holdings, rounds, ticks };
  const measured = await runHere<QuietPrices[]>("run-quiet-prices.ts", run);
  const seconds = measured.map(({ secondsEach }) => medianOf(secondsEach));
  const largest = spread.length - 1;
  const at = (index: number): string => countOf(holdings[index]?.positionCount ?? 0);
  // Round by round, since both of a round met the same machine.
  const ratios = measured[largest]?.secondsEach.map(
    (each, round) => each / (measured[0]?.secondsEach[round] ?? Number.NaN),
  );
  const rate = (what: string, index: number): Figure => ({
    what,
    value: 1 / (seconds[index] ?? Number.NaN),
    unit: "a second",
    least: pricesASecondMin,
  });
  const prices = [
    rate(`watch: prices, ${at(largest)} held in ${countOf(symbolCount)} symbols`, largest),
    rate(`watch: prices, ${at(spread.length)} held in one symbol`, spread.length),
    ...spread.map((_, index) => ({
      what: `watch: a price that hits nobody, ${at(index)} held`,
      value: (seconds[index] ?? Number.NaN) * 1e6,
      unit: "µs",
    })),
    {
      what: `watch: the same, ${at(largest)} held beside ${at(0)}`,
      value: medianOf(ratios ?? []),
      unit: "×",
      reach: 2,
    },
  ];
  const memory = {
    what: `watch: memory of a position, ${at(largest)} held`,
    value: measured[largest]?.bytesEach ?? Number.NaN,
    unit: "bytes",
    reach: 400,
  };
  return { prices, holding: [memory] };
}

async function benchHits({ hitCounts, hitRounds }: WatchRounds): Promise<Figure[]> {
  const run: HitsRun = { hitCounts, rounds: hitRounds };
  const measured = await runHere<Hits[]>("run-hits.ts", run);
  const costs = measured.map(({ hitCount, secondsEach }) => ({
    what: `watch: a position hit, ${countOf(hitCount)} by one price`,
    value: medianOf(secondsEach) * 1e6,
    unit: "µs",
  }));
  // A price has a cost of its own as well, which a single hit bears alone.
  const values = costs.filter((_, index) => (hitCounts[index] ?? 0) >= 10).map(({ value }) => value);
  const ratio = Math.max(...values) / Math.min(...values);
  return [
    ...costs,
    { what: "watch: the dearest from 10 on beside the cheapest", value: ratio, unit: "×", reach: 2 },
  ];
}

async function benchLoading(folder: string, { positionCounts }: WatchRounds): Promise<Figure[]> {
  const positionCount = positionCounts.at(-1) ?? 0;
  const run: LoadingRun = { path: join(folder, "watched.sqlite"), positionCount, symbolCount };
  const { seconds, longest } = await runHere<Loading>("run-loading.ts", run);
  return [
    { what: `watch: ${countOf(positionCount)} read from SQLite`, value: seconds, unit: "s" },
    { what: "watch: longest turn of the event loop meanwhile", value: longest.wallMs, unit: "ms" },
    { what: "watch: the same in the processor's time", value: longest.processorMs, unit: "ms" },
  ];
}

function runHere<Result>(name: string, run: unknown): Promise<Result> {
  const program = fileURLToPath(new URL(name, import.meta.url));
  return measureProgram<Result>({ program, words: [JSON.stringify(run)] });
}

function countOf(count: number): string {
  return count.toLocaleString("en");
}
