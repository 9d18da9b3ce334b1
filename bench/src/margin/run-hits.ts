import { hitPrices, type PlannedHits, planHits } from "./held-plan.ts";
import { holdInMemory } from "./hold-in-memory.ts";
import { type BenchWatch, breathe, listSymbols, openBenchWatch } from "./open-bench-watch.ts";
import { sessionNow } from "./session-now.ts";
import { tradeOf } from "./trade-of.ts";

/** How many positions a price hits at once, and how often that is measured. */
export type HitsRun = { readonly hitCounts: readonly number[]; readonly rounds: number };

/** What a price takes of the processor for each position that it hits, round by round, until it is judged. */
export type Hits = { readonly hitCount: number; readonly secondsEach: readonly number[] };

/** Rounds that are not counted: code is not yet fast. */
const firstRounds = 4;
const counts = { hitsInAll: 1_000, positionsInAll: 20_000 };

const run: HitsRun = JSON.parse(process.argv[2] ?? "{}");
process.stdout.write(JSON.stringify(await runHits(run)));

async function runHits({ hitCounts, rounds }: HitsRun): Promise<Hits[]> {
  const plan = planHits(hitCounts, counts);
  const store = holdInMemory(plan);
  await listSymbols(store, plan.symbols);
  const watched = await openBenchWatch(store);
  const measured = plan.hits.map((hits) => ({ hits, secondsEach: [] as number[] }));
  for (let round = 0; round < rounds + firstRounds; round += 1) {
    for (const { hits, secondsEach } of measured) {
      const seconds = await callAndRecover(watched, hits);
      if (round >= firstRounds) secondsEach.push(seconds);
    }
    await watched.watch.renew();
  }
  return measured.map(({ hits: { hitCount }, secondsEach }) => ({ hitCount, secondsEach }));
}

/** Has all of them called, and then their calls over; the seconds of one hit. */
async function callAndRecover(watched: BenchWatch, { hitCount, symbols }: PlannedHits): Promise<number> {
  const before = watched.watch.counts();
  const began = process.threadCpuUsage();
  for (const price of [hitPrices.called, hitPrices.over]) await hear(watched, symbols, price);
  const { user, system } = process.threadCpuUsage(began);
  const { judgedCount, toldCount } = watched.watch.counts();
  const calledCount = hitCount * symbols.length;
  if (judgedCount - before.judgedCount !== 2 * calledCount) {
    throw new Error("A price has hit others than it was to.");
  }
  if (toldCount - before.toldCount !== calledCount) throw new Error("Not everybody was told once.");
  return (user + system) / 1e6 / (2 * calledCount);
}

async function hear({ watch, marks }: BenchWatch, symbols: readonly string[], price: bigint): Promise<void> {
  const atMs = sessionNow();
  for (const symbol of symbols) watch.heed(marks.hear([tradeOf(symbol, price, atMs)]));
  // What waits for a store that answers at once is done before anything else has its turn.
  while (watch.counts().underWayCount > 0) await breathe();
}
