import fc from "fast-check";
import { expect, test } from "vitest";
import { listSomeInstruments, shareNamed } from "../testing/list-some-instruments.ts";
import type { TradeMessage } from "./messages.ts";
import { QuoteBoard } from "./quote-board.ts";

const atMs = Date.parse("2026-11-23T10:00:00+07:00");
const fpt = { symbol: "FPT", atMs } as const;
const trade = { kind: "trade", price: 81_000_000n, quantity: 100, side: "buy", ...fpt } as const;

test("Totals are the sum of the trades, whatever they are and whoever came to whom", () => {
  const anyTrade = fc.record({
    price: fc.bigInt({ min: 1n, max: 9_007_199_254_740_991n }),
    quantity: fc.integer({ min: 1, max: 1_000_000_000 }),
    side: fc.constantFrom("buy", "sell", "none"),
  });
  fc.assert(
    fc.property(fc.array(anyTrade, { minLength: 1, maxLength: 40 }), (trades) => {
      const board = new QuoteBoard([shareNamed("FPT", 81_000_000n)]);
      for (const [index, each] of trades.entries()) board.apply({ ...trade, ...each, seq: index + 1 });
      const quote = board.snapshotOf("FPT")?.quote;
      expect(quote?.total).toEqual(sumOf(trades));
      expect(quote?.bought).toEqual(sumOf(trades.filter(({ side }) => side === "buy")));
      expect(quote?.sold).toEqual(sumOf(trades.filter(({ side }) => side === "sell")));
      const prices = trades.map(({ price }) => price);
      const sorted = prices.toSorted((a, b) => Number(a - b));
      expect(quote).toMatchObject({
        openPrice: prices[0],
        lastPrice: prices.at(-1),
        highPrice: sorted.at(-1),
        lowPrice: sorted[0],
      });
    }),
  );
});

test("A message is taken once and in order, and a missed one is noticed", () => {
  const board = new QuoteBoard([shareNamed("FPT", 81_000_000n)]);
  expect(board.apply({ ...trade, seq: 1 })).toBe("applied");
  expect(board.apply({ ...trade, seq: 2 })).toBe("applied");
  expect(board.apply({ ...trade, seq: 2 })).toBe("old");
  expect(board.apply({ ...trade, seq: 1 })).toBe("old");
  expect(board.apply({ ...trade, seq: 4 })).toBe("gap");
  expect(board.apply({ ...trade, seq: 5 })).toBe("gap");
  expect(board.tradedValueOf("FPT")).toBe(16_200_000n);
  expect(board.apply({ ...trade, seq: 3 })).toBe("applied");
});

test("Whoever joins in the middle has a gap until a snapshot comes", () => {
  const publisher = boardWithTrades(3);
  const follower = new QuoteBoard([shareNamed("FPT", 81_000_000n)]);
  expect(follower.apply({ ...trade, seq: 3 })).toBe("gap");
  expect(follower.snapshotOf("FPT")).toBeUndefined();
  expect(follower.apply(snapshotFrom(publisher))).toBe("applied");
  expect(follower.apply({ ...trade, seq: 4 })).toBe("applied");
  publisher.apply({ ...trade, seq: 4 });
  expect(follower.snapshotOf("FPT")).toEqual(publisher.snapshotOf("FPT"));
});

test("Whoever goes over to a publisher that is behind shows what that one knows, and follows it", () => {
  const board = boardWithTrades(5);
  const other = new QuoteBoard([shareNamed("FPT", 81_000_000n)]);
  for (let seq = 1; seq <= 3; seq += 1)
    other.apply({ ...trade, seq, price: 90_000_000n, atMs: atMs - 60_000 });
  expect(board.apply(snapshotFrom(other))).toBe("applied");
  expect(board.apply({ ...trade, seq: 4 })).toBe("applied");
  other.apply({ ...trade, seq: 4 });
  expect(board.snapshotOf("FPT")).toEqual(other.snapshotOf("FPT"));
});

test("A message from a clock that is a day ahead keeps out no snapshot", () => {
  const board = boardWithTrades(3);
  const snapshot = snapshotFrom(board);
  board.apply({ ...trade, seq: 4, atMs: atMs + 86_400_000 });
  expect(board.apply({ ...snapshot, seq: 5 })).toBe("applied");
  expect(board.snapshotOf("FPT")).toEqual({ ...snapshot, seq: 5 });
});

test("A publisher that was started again is followed from its first day or snapshot on", () => {
  const board = boardWithTrades(3);
  const first = { symbol: "FPT", atMs, seq: 1 } as const;
  expect(board.apply({ ...trade, ...first })).toBe("old");
  expect(board.apply({ kind: "day", date: "2026-11-23", referencePrice: 80_000_000n, ...first })).toBe(
    "applied",
  );
  expect(board.apply({ ...trade, seq: 2 })).toBe("applied");
});

test("A day is taken across a gap, as it needs nothing of what was missed", () => {
  const board = boardWithTrades(3);
  const nextDay = { symbol: "FPT", atMs: atMs + 86_400_000, seq: 9 } as const;
  expect(board.apply({ kind: "day", date: "2026-11-24", referencePrice: 82_000_000n, ...nextDay })).toBe(
    "applied",
  );
  expect(board.apply({ ...trade, ...nextDay, seq: 10 })).toBe("applied");
});

test("A new day begins with nothing traded, and keeps open interest, sentiment and news", () => {
  const board = boardWithTrades(2);
  board.apply({ ...fpt, kind: "open-interest", openInterest: 7, seq: 3 });
  board.apply({ ...fpt, kind: "sentiment", bullishCount: 1, bearishCount: 1, seq: 4 });
  board.apply({ ...fpt, kind: "news", item: { title: "FPT", publishedAtMs: 1 }, seq: 5 });
  board.apply({ ...fpt, kind: "status", isHalted: true, seq: 6 });
  board.apply({ ...fpt, kind: "day", date: "2026-11-24", referencePrice: 80_000_000n, seq: 7 });
  expect(board.snapshotOf("FPT")?.quote).toMatchObject({
    date: "2026-11-24",
    referencePrice: 80_000_000n,
    isHalted: false,
    lastPrice: undefined,
    highPrice: undefined,
    total: { quantity: 0, turnover: 0n, tradeCount: 0 },
    bought: { quantity: 0, turnover: 0n, tradeCount: 0 },
    openInterest: 7,
    sentiment: { bullishCount: 1 },
    news: [{ title: "FPT" }],
  });
  expect(board.lastPriceOf("FPT")).toBeUndefined();
  expect(board.tradedValueOf("FPT")).toBe(0n);
});

test("The time of the last price is that of its trade, whatever else is told later", () => {
  const board = boardWithTrades(2);
  board.apply({ ...fpt, kind: "open-interest", openInterest: 7, seq: 3, atMs: atMs + 60_000 });
  expect(board.snapshotOf("FPT")?.quote).toMatchObject({ lastTradedAtMs: atMs, quotedAtMs: atMs + 60_000 });
});

test("A trade of another day is not summed up with this one's, though nobody told of the new day", () => {
  const board = boardWithTrades(2);
  const lastMs = Date.parse("2026-11-23T23:59:59.999+07:00");
  board.apply({ ...trade, seq: 3, atMs: lastMs, price: 82_000_000n });
  expect(board.tradedValueOf("FPT")).toBe(24_400_000n);
  board.apply({ ...trade, seq: 4, atMs: lastMs + 1 });
  expect(board.tradedValueOf("FPT")).toBe(8_100_000n);
  expect(board.snapshotOf("FPT")?.quote).toMatchObject({ date: "2026-11-24", referencePrice: 82_000_000n });
});

test("What one board exports another restores, and neither changes the other", () => {
  const board = boardWithTrades(3);
  board.apply({ ...fpt, kind: "depth", bids: [{ price: 80_900_000n, quantity: 100 }], asks: [], seq: 4 });
  const snapshot = snapshotFrom(board);
  const before = structuredClone(snapshot);
  const restored = new QuoteBoard(listSomeInstruments());
  expect(restored.restore(snapshot)).toBe("applied");
  expect(restored.snapshotOf("FPT")).toEqual(board.snapshotOf("FPT"));
  restored.apply(snapshot);
  expect(restored.apply({ ...trade, seq: 5 })).toBe("applied");
  board.apply({ ...trade, quantity: 900, seq: 5 });
  expect(snapshot).toStrictEqual(before);
  expect(restored.tradedValueOf("FPT")).toBe(32_400_000n);
});

test("After a restore no message is added to what an earlier run knew, and a feed begins anew at any time", () => {
  const snapshot = snapshotFrom(boardWithTrades(3));
  const day = { kind: "day", date: "2026-11-20", referencePrice: 80_000_000n, symbol: "FPT" } as const;
  const anew = new QuoteBoard(listSomeInstruments());
  anew.restore(snapshot);
  for (const seq of [1, 4, 9]) expect(anew.apply({ ...trade, seq })).toBe("gap");
  expect(anew.apply({ ...day, seq: 1, atMs: atMs - 300_000_000 })).toBe("applied");
  expect(anew.apply({ ...trade, seq: 2, atMs: atMs - 300_000_000 })).toBe("applied");
  expect(anew.restore(snapshot)).toBe("old");
});

test("What is known is the same object under another version after each change, and under no other", () => {
  const board = new QuoteBoard(listSomeInstruments());
  const known = board.quotedOf("FPT");
  const first = known?.version;
  board.apply({ ...trade, symbol: "HPG", seq: 1 });
  board.apply({ ...trade, seq: 7 });
  expect(known?.version).toBe(first);
  const versions = new Set([first]);
  board.apply({ ...trade, seq: 1 });
  versions.add(known?.version);
  board.apply({ ...fpt, kind: "depth", bids: [], asks: [], seq: 2 });
  versions.add(known?.version);
  board.list(shareNamed("FPT", 82_000_000n));
  versions.add(known?.version);
  expect(versions.size).toBe(4);
  expect(board.quotedOf("FPT")).toBe(known);
  expect(known?.quote).toMatchObject({ quotedSeq: 1, quotedAtMs: atMs, lastPrice: 81_000_000n });
});

test("A symbol that is not listed is unknown, and a heartbeat is about none", () => {
  const board = new QuoteBoard(listSomeInstruments());
  expect(board.apply({ ...trade, symbol: "NONE", seq: 1 })).toBe("unknown-symbol");
  expect(board.restore({ ...snapshotFrom(boardWithTrades(1)), symbol: "NONE" })).toBe("unknown-symbol");
  expect(board.apply({ kind: "heartbeat", atMs })).toBe("applied");
  expect([board.quotedOf("NONE"), board.lastPriceOf("NONE"), board.snapshotOf("NONE")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(board.tradedValueOf("NONE")).toBe(0n);
});

test("An instrument that is listed anew keeps its quote under its new name, and one let go is unknown", () => {
  const board = boardWithTrades(1);
  board.list(shareNamed("FPT", 81_000_000n, { companyName: "FPT mới" }));
  expect(board.quotedOf("FPT")).toMatchObject({
    instrument: { companyName: "FPT mới" },
    quote: { total: { quantity: 100 } },
  });
  board.unlist("FPT");
  expect(board.quotedOf("FPT")).toBeUndefined();
});

test("The symbols that changed are named once each, until the next time", () => {
  const board = new QuoteBoard(listSomeInstruments());
  board.apply({ ...trade, seq: 1 });
  board.apply({ ...trade, seq: 2 });
  board.apply({ ...trade, symbol: "HPG", seq: 1 });
  board.apply({ ...trade, symbol: "VCB", seq: 2 });
  expect(board.takeChangedSymbols()).toEqual(["FPT", "HPG"]);
  expect(board.takeChangedSymbols()).toEqual([]);
  board.apply({ ...trade, seq: 3 });
  expect(board.takeChangedSymbols()).toEqual(["FPT"]);
});

function boardWithTrades(count: number): QuoteBoard {
  const board = new QuoteBoard([shareNamed("FPT", 81_000_000n)]);
  for (let seq = 1; seq <= count; seq += 1) board.apply({ ...trade, seq });
  return board;
}

function snapshotFrom(board: QuoteBoard) {
  const snapshot = board.snapshotOf("FPT");
  if (snapshot === undefined) throw new Error("Nothing was told of FPT.");
  return snapshot;
}

function sumOf(trades: readonly Pick<TradeMessage, "price" | "quantity">[]) {
  return {
    quantity: trades.reduce((sum, { quantity }) => sum + quantity, 0),
    turnover: trades.reduce((sum, { price, quantity }) => sum + price * BigInt(quantity), 0n),
    tradeCount: trades.length,
  };
}
