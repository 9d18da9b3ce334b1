import type { MarkRecord, SavingClock } from "@trading-oms/brokerage/ports";

/** A clock that is ahead of most times in tests. */
export const savingClock: SavingClock = { nowMs: 10_000 };

/** A last price from the feed. */
export function makeMark(
  symbol: string,
  price: bigint,
  atMs: number,
  members: Partial<MarkRecord> = {},
): MarkRecord {
  return { symbol, price, atMs, isByHand: false, ...members };
}
