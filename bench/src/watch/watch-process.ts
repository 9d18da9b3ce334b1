import {
  type BenchWatch,
  holdInMemory,
  openWatch,
  positionOf,
  sessionNow,
  tradeOf,
  yieldToEventLoop,
} from "./store.ts";

/** A measurement in a separate process. */
export type WatchOrder = {
  /** The number of positions of each watch, spread evenly over the symbols. */
  readonly positionCounts: readonly number[];
  readonly symbolCount: number;
  /** Prices per round, each applied separately. */
  readonly ticks: number;
  readonly rounds: number;
  /** How many positions one price triggers. */
  readonly hitCounts: readonly number[];
  readonly hitRounds: number;
};

/** Processor seconds per round: per price that triggers nothing, and per triggered position. */
export type WatchOutcome = {
  readonly quiet: readonly (readonly number[])[];
  readonly hits: readonly (readonly number[])[];
};

const stepOfPrice = 100_000n;

const hitsInAll = 1_000;
const positionsInAll = 20_000;
/** The first price calls every position that can be called; the second ends the calls. */
const hitPrices = [97_000_000n, 106_000_000n] as const;
/** Warm-up rounds, for the JIT. */
const firstRounds = 4;

const order = JSON.parse(process.argv[2] ?? "{}") as WatchOrder;
const hits = await measureHits(order);
console.log(JSON.stringify({ quiet: await measureQuiet(order), hits } satisfies WatchOutcome));

/** Prices between 96,000 and 104,000, where no position triggers. */
async function measureQuiet({ positionCounts, symbolCount, ticks, rounds }: WatchOrder): Promise<number[][]> {
  // All watches receive the same symbols, each held by some account.
  const symbols = Array.from({ length: symbolCount }, (_, index) => `S${index}`);
  const watches: BenchWatch[] = [];
  for (const count of positionCounts) {
    const positionAt = (place: number) => {
      const quantity = place % 4 === 3 ? -1_000n : 1_000n;
      const postedVnd = 50_000_000n + BigInt(place % 997) * 10_000n;
      return positionOf(symbols[place % symbolCount] ?? "", quantity, postedVnd);
    };
    const watched = await openWatch(holdInMemory({ count, positionAt }), symbols);
    const { positionCount } = watched.watch.counts();
    if (positionCount !== count) throw new Error(`Of ${count} positions ${positionCount} are under watch.`);
    watches.push(watched);
  }
  const prices = symbols.map(() => 100_000_000n);
  const seconds = watches.map((): number[] => []);
  for (let round = -1; round < rounds; round += 1) {
    const walk = Array.from({ length: ticks }, (_, index) => nextPrice(prices, index % symbolCount));
    for (const [index, { watch, marks }] of watches.entries()) {
      const atMs = sessionNow();
      const took = processorSeconds();
      for (const [i, price] of walk.entries()) {
        watch.onPriceChange(marks.hear([tradeOf(symbols[i % symbolCount] ?? "", price, atMs)]));
      }
      // Round -1 is warm-up.
      if (round >= 0) seconds[index]?.push(took() / ticks);
    }
  }
  for (const { watch } of watches) {
    const { evaluatedCount, underWayCount } = watch.counts();
    if (evaluatedCount + underWayCount > 0)
      throw new Error("A price that was to hit nothing has hit a position.");
  }
  return seconds;
}

function nextPrice(prices: bigint[], index: number): bigint {
  const before = prices[index] ?? 0n;
  const isRise = before <= 96_000_000n || (before < 104_000_000n && Math.random() < 0.5);
  const price = isRise ? before + stepOfPrice : before - stepOfPrice;
  prices[index] = price;
  return price;
}

/** Calls positions and ends their calls: judges, notifies, stores in memory and watches again. */
async function measureHits({ hitCounts, hitRounds }: WatchOrder): Promise<number[][]> {
  const plans = hitCounts.map((hitCount) => {
    const symbolCount = Math.max(1, Math.floor(hitsInAll / hitCount));
    return { hitCount, symbols: Array.from({ length: symbolCount }, (_, index) => `H${hitCount}N${index}`) };
  });
  const positionAt = (place: number) => {
    const { hitCount, symbols } = plans[Math.floor(place / positionsInAll)] ?? { hitCount: 0, symbols: [] };
    const inPlan = place % positionsInAll;
    const isHit = Math.floor(inPlan / symbols.length) < hitCount;
    return positionOf(symbols[inPlan % symbols.length] ?? "", 1_000n, isHit ? 41_200_000n : 60_000_000n);
  };
  const store = holdInMemory({ count: plans.length * positionsInAll, positionAt });
  const allSymbols = plans.flatMap(({ symbols }) => symbols);
  const watched = await openWatch(store, allSymbols);
  const seconds = plans.map((): number[] => []);
  for (let round = -firstRounds; round < hitRounds; round += 1) {
    for (const [index, { hitCount, symbols }] of plans.entries()) {
      await watched.watch.renew();
      const each = await callAndRecover(watched, symbols, hitCount * symbols.length);
      if (round >= 0) seconds[index]?.push(each);
    }
  }
  return seconds;
}

/** Returns the seconds per triggered position. */
async function callAndRecover(
  { watch, marks }: BenchWatch,
  symbols: readonly string[],
  calledCount: number,
): Promise<number> {
  const before = watch.counts();
  const took = processorSeconds();
  for (const price of hitPrices) {
    const atMs = sessionNow();
    for (const symbol of symbols) watch.onPriceChange(marks.hear([tradeOf(symbol, price, atMs)]));
    while (watch.counts().underWayCount > 0) await yieldToEventLoop();
  }
  const seconds = took();
  const { evaluatedCount, notifiedCount } = watch.counts();
  if (evaluatedCount - before.evaluatedCount !== 2 * calledCount)
    throw new Error("A price has hit other positions.");
  if (notifiedCount - before.notifiedCount !== calledCount) throw new Error("Not every call was told once.");
  return seconds / (2 * calledCount);
}

/** Nothing here waits for I/O, so the processor time of the main thread is the cost. */
function processorSeconds(): () => number {
  const began = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1e6;
  };
}
