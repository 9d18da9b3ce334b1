import type { BenchWatch } from "./open-bench-watch.ts";
import { sessionNow } from "./session-now.ts";
import { tradeOf } from "./trade-of.ts";

const stepOfPrice = 100_000n;
const lowest = 96_000_000n;
const highest = 104_000_000n;

/** Prices that wander by a step at a time, and never so far that somebody has something to hear of it. */
export type PriceWalk = { readonly symbols: readonly string[]; readonly prices: bigint[] };

/** Begins a walk of symbols at 100,000. */
export function beginWalk(symbols: readonly string[]): PriceWalk {
  return { symbols, prices: symbols.map(() => 100_000_000n) };
}

/** Has the watch hear price after price, each by itself, as a feed may hand them over; the processor's seconds that it took. */
export function tellPrices({ watch, marks }: BenchWatch, walk: PriceWalk, count: number): number {
  const told = Array.from({ length: count }, (_, index) => nextOf(walk, index % walk.symbols.length));
  const atMs = sessionNow();
  const began = process.threadCpuUsage();
  for (const { symbol, price } of told) watch.heed(marks.hear([tradeOf(symbol, price, atMs)]));
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1e6;
}

function nextOf(walk: PriceWalk, index: number): { readonly symbol: string; readonly price: bigint } {
  const before = walk.prices[index] ?? 0n;
  const isRise = before <= lowest || (before < highest && Math.random() < 0.5);
  const price = isRise ? before + stepOfPrice : before - stepOfPrice;
  walk.prices[index] = price;
  return { symbol: walk.symbols[index] ?? "", price };
}
