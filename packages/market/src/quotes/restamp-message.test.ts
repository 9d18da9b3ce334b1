import { expect, test } from "vitest";
import { restampMessage } from "./messages.ts";

const toldMs = Date.parse("2026-11-23T09:30:00+07:00");
const laterMs = Date.parse("2026-11-28T22:00:00+07:00");
const origin = { symbol: "FPT", seq: 7, atMs: toldMs };

test("moves all times of a snapshot equally, and its date to that of the new time", () => {
  const total = { quantity: 0, turnover: 0n, tradeCount: 0 };
  const quote = {
    date: "2026-11-23",
    referencePrice: 80_000_000n,
    previousClose: { date: "2026-11-20", price: 80_000_000n },
    session: "continuous",
    isHalted: false,
    lastPrice: 80_500_000n,
    lastQuantity: 100,
    lastTradedAtMs: toldMs - 6,
    openPrice: undefined,
    closePrice: undefined,
    highPrice: undefined,
    lowPrice: undefined,
    total,
    bought: total,
    sold: total,
    openInterest: undefined,
    depth: { seq: 6, atMs: toldMs - 2, bids: [], asks: [] },
    sentiment: { bullishCount: 1, bearishCount: 2, atMs: toldMs - 3 },
    news: [{ title: "Cổ tức", publishedAtMs: toldMs - 4 }],
    quotedSeq: 5,
    quotedAtMs: toldMs - 5,
  } as const;
  expect(restampMessage({ kind: "snapshot", ...origin, quote }, laterMs)).toEqual({
    kind: "snapshot",
    ...origin,
    atMs: laterMs,
    quote: {
      ...quote,
      lastTradedAtMs: laterMs - 6,
      date: "2026-11-28",
      previousClose: { date: "2026-11-25", price: 80_000_000n },
      depth: { ...quote.depth, atMs: laterMs - 2 },
      sentiment: { ...quote.sentiment, atMs: laterMs - 3 },
      news: [{ title: "Cổ tức", publishedAtMs: laterMs - 4 }],
      quotedAtMs: laterMs - 5,
    },
  });
});

test("moves a trade, and returns the same object if the time stays", () => {
  const trade = { kind: "trade", ...origin, price: 80_000_000n, quantity: 100, side: "buy" } as const;
  expect(restampMessage(trade, laterMs)).toEqual({ ...trade, atMs: laterMs });
  expect(restampMessage(trade, toldMs)).toBe(trade);
});
