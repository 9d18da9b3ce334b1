import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { planQuiet } from "./held-plan.ts";
import { holdInMemory } from "./hold-in-memory.ts";
import { type BenchWatch, listSymbols, openBenchWatch } from "./open-bench-watch.ts";
import { beginWalk, type PriceWalk, tellPrices } from "./tell-prices.ts";

/** How many positions are held, over how many symbols, and of how many of these prices are told. */
type QuietHolding = {
  readonly positionCount: number;
  readonly symbolCount: number;
  readonly heardCount: number;
};

/** What is held by watches that are told prices in turn, and for how long. */
export type QuietRun = {
  readonly holdings: readonly QuietHolding[];
  readonly rounds: number;
  readonly ticks: number;
};

/** What a price takes that reaches nobody, round by round, and what a position takes of the memory. */
export type QuietPrices = { readonly secondsEach: readonly number[]; readonly bytesEach: number };

const run: QuietRun = JSON.parse(process.argv[2] ?? "{}");
process.stdout.write(JSON.stringify(await runQuietPrices(run)));

/** Tells each watch prices in turn, so that all of them meet the same machine. */
async function runQuietPrices({ holdings, rounds, ticks }: QuietRun): Promise<QuietPrices[]> {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const opened: (BenchWatch & { walk: PriceWalk; secondsEach: number[]; bytesEach: number })[] = [];
  for (const { positionCount, symbolCount, heardCount } of holdings) {
    const symbols = Array.from({ length: symbolCount }, (_, index) => `S${index}`);
    const store = holdInMemory(planQuiet(positionCount, symbols));
    await listSymbols(store, symbols);
    collect();
    const before = process.memoryUsage();
    const watched = await openBenchWatch(store);
    collect();
    const bytes = process.memoryUsage().heapUsed - before.heapUsed;
    const { positionCount: held } = watched.watch.counts();
    if (held !== positionCount) throw new Error(`Of ${positionCount} positions ${held} are under watch.`);
    opened.push({
      ...watched,
      walk: beginWalk(symbols.slice(0, heardCount)),
      secondsEach: [],
      bytesEach: bytes / positionCount,
    });
  }
  for (let round = 0; round <= rounds; round += 1) {
    for (const each of opened) {
      const seconds = tellPrices(each, each.walk, ticks);
      // In the first round code is not yet fast.
      if (round > 0) each.secondsEach.push(seconds / ticks);
    }
  }
  for (const { watch } of opened) {
    const { judgedCount, underWayCount } = watch.counts();
    if (judgedCount + underWayCount > 0)
      throw new Error("A price that was to be quiet has reached somebody.");
  }
  return opened.map(({ secondsEach, bytesEach }) => ({ secondsEach, bytesEach }));
}
