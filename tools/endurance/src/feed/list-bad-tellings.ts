import type { FeedMessage } from "@trading-oms/brokerage/ports";
import type { BadReason } from "@trading-oms/feed";

/** A message that a publisher of good faith could send by a slip, and what it is to be refused for. */
export type BadTelling = { readonly reason: BadReason; readonly message: FeedMessage };

const nothingTraded = { quantity: 0, turnover: 0n, tradeCount: 0 };

/** Lists messages of a symbol of every kind, each with one thing that is not so. */
export function listBadTellings(symbol: string, atMs: number): BadTelling[] {
  const origin = { symbol, seq: 1, atMs };
  const trade = { kind: "trade", ...origin, price: 80_000_000n, quantity: 100, side: "buy" };
  const depth = { kind: "depth", ...origin, bids: [], asks: [] };
  const day = { kind: "day", ...origin, date: "2026-11-16", referencePrice: 80_000_000n };
  const levels = Array.from({ length: 51 }, () => ({ price: 1n, quantity: 1 }));
  const snapshot = {
    ...{ date: "2026-11-16", referencePrice: 80_000_000n, isHalted: false, news: [] },
    ...{ total: nothingTraded, bought: nothingTraded, sold: nothingTraded, quotedSeq: 1, quotedAtMs: atMs },
  };
  const withQuote = (members: object) => ({
    kind: "snapshot",
    ...origin,
    quote: { ...snapshot, ...members },
  });
  const listed: readonly (readonly [BadReason, object])[] = [
    ["kind", { ...trade, kind: "auction-hint" }],
    ["symbol", { ...trade, symbol: "F PT" }],
    ["seq", { ...trade, seq: 0 }],
    ["time", { ...trade, atMs: 0 }],
    ["price", { ...trade, price: 0n }],
    ["quantity", { ...trade, quantity: 0 }],
    ["value", { ...trade, side: "bought" }],
    ["value", { ...depth, bids: levels }],
    ["price", { ...depth, asks: [{ price: 0n, quantity: 1 }] }],
    ["quantity", { ...depth, bids: [{ price: 1n, quantity: 0 }] }],
    ["date", { ...day, date: "2026-02-30" }],
    ["price", { ...day, referencePrice: 0n }],
    ["value", { kind: "session", ...origin, session: "lunch" }],
    ["price", { kind: "close", ...origin, price: 0n }],
    ["value", { kind: "status", ...origin, isHalted: "no" }],
    ["quantity", { kind: "open-interest", ...origin, openInterest: -1 }],
    ["quantity", { kind: "sentiment", ...origin, bullishCount: 1.5, bearishCount: 0 }],
    ["text", { kind: "news", ...origin, item: { title: "", publishedAtMs: atMs } }],
    ["text", { kind: "news", ...origin, item: { title: "a", publishedAtMs: atMs, url: "javascript:1" } }],
    ["time", { kind: "heartbeat", atMs: -1 }],
    ["value", { kind: "snapshot", ...origin, quote: 7 }],
    ["quantity", withQuote({ bought: { quantity: 100, turnover: 0n, tradeCount: 1 } })],
    ["quantity", withQuote({ lastPrice: 80_000_000n })],
    ["date", withQuote({ date: "16/11/2026" })],
    ["price", withQuote({ referencePrice: 0n })],
    ["seq", withQuote({ quotedSeq: -1 })],
  ];
  return listed.map(([reason, message]) => ({ reason, message: message as FeedMessage }));
}
