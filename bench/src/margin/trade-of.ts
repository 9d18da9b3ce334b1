import type { FeedMessage } from "@trading-oms/brokerage/ports";

/** A feed tells that somebody traded; nothing that is measured asks for its number. */
export function tradeOf(symbol: string, price: bigint, atMs: number): FeedMessage {
  return { kind: "trade", symbol, seq: 1, atMs, price, quantity: 100, side: "none" };
}
