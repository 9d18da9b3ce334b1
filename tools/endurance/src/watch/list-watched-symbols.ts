import type { WatchedRates, WatchedSymbol } from "./watched-symbol.ts";

const symbolCount = 20;
const exchanges = ["HOSE", "HNX", "UPCOM"] as const;

/** An ordinary one, one without a force close, one that calls at once, and one whose call ends at a ratio of 1 only. */
const everyRates: readonly WatchedRates[] = [
  { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n },
  { marginRatio: 600_000n, marginCallRate: 450_000n, forceCloseRate: 333_333n },
  { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 0n },
  { marginRatio: 500_000n, marginCallRate: 500_000n, forceCloseRate: 250_000n },
  { marginRatio: 1_000_000n, marginCallRate: 950_000n, forceCloseRate: 700_000n },
];

/** Lists what is traded; a hundredth of each base is on the price steps of its exchange. */
export function listWatchedSymbols(): WatchedSymbol[] {
  return Array.from({ length: symbolCount }, (_, index) => ({
    symbol: `W${String(index + 1).padStart(2, "0")}`,
    exchange: exchanges[index % exchanges.length] ?? "HOSE",
    baseVnd: 10_000n * BigInt(2 + (index % 8)),
    rates: everyRates[index % everyRates.length] as WatchedRates,
  }));
}
