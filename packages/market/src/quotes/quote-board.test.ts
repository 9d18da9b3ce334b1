import fc from "fast-check";
import { expect, test } from "vitest";
import { listSomeInstruments, shareNamed } from "../testing/list-some-instruments.ts";
import type { TradeMessage } from "./messages.ts";
import { QuoteBoard } from "./quote-board.ts";

const atMs = Date.parse("2026-11-23T10:00:00+07:00");
const fpt = { symbol: "FPT", atMs } as const;
const trade = { kind: "trade", price: 81_000_000n, quantity: 100, side: "buy", ...fpt } as const;

test("totals are the sums of the trades, for any prices, quantities and sides", () => {
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

test("applies each message once and in order, and reports a gap", () => {
  const board = new QuoteBoard([shareNamed("FPT", 81_000_000n)]);
  expect(board.apply({ ...trade, seq: 1 })).toBe("applied");
  expect(board.apply({ ...trade, seq: 2 })).toBe("applied");
  expect(board.apply({ ...trade, seq: 2 })).toBe("old");
  expect(board.apply({ ...trade, seq: 1 })).toBe("old");
  expect(board.apply({ ...trade, seq: 4 })).toBe("gap");
  expect(board.apply({ ...trade, seq: 5 })).toBe("gap");
  expect(board.snapshotOf("FPT")?.quote.total.turnover).toBe(16_200_000_000n);
  expect(board.apply({ ...trade, seq: 3 })).toBe("applied");
});

test("a rejected price changes nothing but the place in the sequence", () => {
  const board = new QuoteBoard([shareNamed("FPT", 81_000_000n)]);
  board.apply({ ...trade, seq: 1 });
  const before = board.snapshotOf("FPT");
  expect(board.apply({ ...trade, seq: 2, price: 81_000n }, true)).toBe("applied");
  expect(board.snapshotOf("FPT")).toEqual({ ...before, seq: 2 });
  expect(board.apply({ ...trade, seq: 2 }, true)).toBe("old");
  expect(board.apply({ ...trade, seq: 3 })).toBe("applied");
  expect(board.snapshotOf("FPT")?.quote.total.quantity).toBe(200);
});

test("a snapshot of another day with a rejected price has no price of a trade", () => {
  const publisher = boardWithTrades(3);
  const board = new QuoteBoard([shareNamed("FPT", 81_000_000n)]);
  const day = { kind: "day", ...fpt, date: "2026-11-20", referencePrice: 79_000_000n } as const;
  board.apply({ ...day, seq: 1, atMs: atMs - 3 * 86_400_000 });
  board.apply({ ...trade, seq: 2, atMs: atMs - 3 * 86_400_000 });
  expect(board.apply(snapshotFrom(publisher), true)).toBe("applied");
  const none = { lastPrice: undefined, openPrice: undefined, highPrice: undefined, lowPrice: undefined };
  expect(board.snapshotOf("FPT")).toMatchObject({ seq: 3, quote: { ...none, date: "2026-11-23" } });
});

test("a follower that joins late has a gap until a snapshot comes", () => {
  const publisher = boardWithTrades(3);
  const follower = new QuoteBoard([shareNamed("FPT", 81_000_000n)]);
  expect(follower.apply({ ...trade, seq: 3 })).toBe("gap");
  expect(follower.snapshotOf("FPT")).toBeUndefined();
  expect(follower.apply(snapshotFrom(publisher))).toBe("applied");
  expect(follower.apply({ ...trade, seq: 4 })).toBe("applied");
  publisher.apply({ ...trade, seq: 4 });
  expect(follower.snapshotOf("FPT")).toEqual(publisher.snapshotOf("FPT"));
});

test("a board that switches to a publisher that is behind takes its state and follows it", () => {
  const board = boardWithTrades(5);
  const other = new QuoteBoard([shareNamed("FPT", 81_000_000n)]);
  for (let seq = 1; seq <= 3; seq += 1)
    other.apply({ ...trade, seq, price: 90_000_000n, atMs: atMs - 60_000 });
  expect(board.apply(snapshotFrom(other))).toBe("applied");
  expect(board.apply({ ...trade, seq: 4 })).toBe("applied");
  other.apply({ ...trade, seq: 4 });
  expect(board.snapshotOf("FPT")).toEqual(other.snapshotOf("FPT"));
});

test("accepts a snapshot after a message from a clock that is a day ahead", () => {
  const board = boardWithTrades(3);
  const snapshot = snapshotFrom(board);
  board.apply({ ...trade, seq: 4, atMs: atMs + 86_400_000 });
  expect(board.apply({ ...snapshot, seq: 5 })).toBe("applied");
  expect(board.snapshotOf("FPT")).toEqual({ ...snapshot, seq: 5 });
});

test("follows a restarted publisher from its first day or snapshot on", () => {
  const board = boardWithTrades(3);
  const first = { symbol: "FPT", atMs, seq: 1 } as const;
  expect(board.apply({ ...trade, ...first })).toBe("old");
  expect(board.apply({ kind: "day", date: "2026-11-23", referencePrice: 80_000_000n, ...first })).toBe(
    "applied",
  );
  expect(board.apply({ ...trade, seq: 2 })).toBe("applied");
});

test("keeps nothing of another run when a publisher begins with the first message of a symbol", () => {
  const board = boardWithTrades(2);
  board.apply({ ...fpt, kind: "news", item: { title: "FPT", publishedAtMs: 1 }, seq: 3 });
  const day = { kind: "day", date: "2026-11-23", referencePrice: 80_000_000n, ...fpt, seq: 1 } as const;
  board.apply(day);
  const begun = new QuoteBoard(listSomeInstruments());
  begun.apply(day);
  expect(board.snapshotOf("FPT")).toEqual(begun.snapshotOf("FPT"));
});

test("applies a day across a gap", () => {
  const board = boardWithTrades(3);
  const nextDay = { symbol: "FPT", atMs: atMs + 86_400_000, seq: 9 } as const;
  expect(board.apply({ kind: "day", date: "2026-11-24", referencePrice: 82_000_000n, ...nextDay })).toBe(
    "applied",
  );
  expect(board.apply({ ...trade, ...nextDay, seq: 10 })).toBe("applied");
});

test("a new day begins without trades, and keeps open interest, sentiment and news", () => {
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
});

test("the time of the last price is that of its trade, whatever messages follow", () => {
  const board = boardWithTrades(2);
  board.apply({ ...fpt, kind: "open-interest", openInterest: 7, seq: 3, atMs: atMs + 60_000 });
  expect(board.snapshotOf("FPT")?.quote).toMatchObject({ lastTradedAtMs: atMs, quotedAtMs: atMs + 60_000 });
});

test("does not add a trade of the next day to this one, even without a day message", () => {
  const board = boardWithTrades(2);
  const lastMs = Date.parse("2026-11-23T23:59:59.999+07:00");
  board.apply({ ...trade, seq: 3, atMs: lastMs, price: 82_000_000n });
  board.apply({ ...trade, seq: 4, atMs: lastMs + 1 });
  expect(board.snapshotOf("FPT")?.quote).toMatchObject({
    date: "2026-11-24",
    referencePrice: 82_000_000n,
    total: { turnover: 8_100_000_000n },
    turnoverBefore: 24_400_000_000n,
  });
});

test("knows the value traded on the day before all day, also after a restart and from another publisher", () => {
  const board = boardWithTrades(2);
  const day = { ...fpt, kind: "day", date: "2026-11-24", referencePrice: 81_000_000n } as const;
  const values: bigint[] = [board.tradedValueBeforeOf("FPT")];
  const note = () => values.push(board.tradedValueBeforeOf("FPT"));
  board.apply({ ...day, seq: 3, atMs: atMs + 86_400_000 });
  note();
  board.apply({ ...trade, quantity: 900, seq: 4, atMs: atMs + 86_400_001 });
  note();
  // Another publisher begins its count anew, with the same day.
  board.apply({ ...day, seq: 1, atMs: atMs + 86_400_002 });
  note();
  expect(values).toEqual([0n, 16_200_000n, 16_200_000n, 16_200_000n]);
  const restarted = new QuoteBoard(listSomeInstruments());
  restarted.restore(snapshotFrom(board));
  expect(restarted.tradedValueBeforeOf("FPT")).toBe(16_200_000n);
  // A snapshot of a publisher that does not know it takes nothing away.
  const { turnoverBefore: _, ...quote } = snapshotFrom(board).quote;
  restarted.apply({ ...snapshotFrom(board), quote });
  expect(restarted.tradedValueBeforeOf("FPT")).toBe(16_200_000n);
});

test("restores the snapshot of another board, and neither changes the other", () => {
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
  expect(restored.snapshotOf("FPT")?.quote.total.turnover).toBe(32_400_000_000n);
});

test("after a restore every message is a gap until a day of any time, and then no restore is accepted", () => {
  const snapshot = snapshotFrom(boardWithTrades(3));
  const day = { kind: "day", date: "2026-11-20", referencePrice: 80_000_000n, symbol: "FPT" } as const;
  const anew = new QuoteBoard(listSomeInstruments());
  anew.restore(snapshot);
  for (const seq of [1, 4, 9]) expect(anew.apply({ ...trade, seq })).toBe("gap");
  expect(anew.apply({ ...day, seq: 1, atMs: atMs - 300_000_000 })).toBe("applied");
  expect(anew.apply({ ...trade, seq: 2, atMs: atMs - 300_000_000 })).toBe("applied");
  expect(anew.restore(snapshot)).toBe("old");
});

test("the quoted instrument is the same object, with a new version after each change only", () => {
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

test("reports an unlisted symbol as unknown, and accepts a heartbeat", () => {
  const board = new QuoteBoard(listSomeInstruments());
  expect(board.apply({ ...trade, symbol: "NONE", seq: 1 })).toBe("unknown-symbol");
  expect(board.restore({ ...snapshotFrom(boardWithTrades(1)), symbol: "NONE" })).toBe("unknown-symbol");
  expect(board.apply({ kind: "heartbeat", atMs })).toBe("applied");
  expect([board.quotedOf("NONE"), board.snapshotOf("NONE")]).toEqual([undefined, undefined]);
  expect(board.tradedValueBeforeOf("NONE")).toBe(0n);
});

test("keeps the quote of an instrument that is listed again, and drops it with an unlisted one", () => {
  const board = boardWithTrades(1);
  board.list(shareNamed("FPT", 81_000_000n, { companyName: "FPT mới" }));
  expect(board.quotedOf("FPT")).toMatchObject({
    instrument: { companyName: "FPT mới" },
    quote: { total: { quantity: 100 } },
  });
  board.unlist("FPT");
  expect(board.quotedOf("FPT")).toBeUndefined();
});

test("returns each changed symbol once, until the next call", () => {
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
  if (snapshot === undefined) throw new Error("There is no quote of FPT.");
  return snapshot;
}

function sumOf(trades: readonly Pick<TradeMessage, "price" | "quantity">[]) {
  return {
    quantity: trades.reduce((sum, { quantity }) => sum + quantity, 0),
    turnover: trades.reduce((sum, { price, quantity }) => sum + price * BigInt(quantity), 0n),
    tradeCount: trades.length,
  };
}
