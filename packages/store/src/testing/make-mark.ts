import type { MarkRecord } from "@trading-oms/brokerage/ports";

/** A last price from the feed. */
export function makeMark(
  symbol: string,
  price: bigint,
  atMs: number,
  members: Partial<MarkRecord> = {},
): MarkRecord {
  return { symbol, price, atMs, isByHand: false, ...members };
}
