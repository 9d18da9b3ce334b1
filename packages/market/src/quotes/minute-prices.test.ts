import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type MinutePrice, MinutePrices, minutesMax } from "./minute-prices.ts";

const dayMs = 86_400_000;
const openMs = Date.parse("2026-11-18T09:00:00+07:00");
const at = (clock: string): number => Date.parse(`2026-11-18T${clock}+07:00`);

type Trade = { readonly price: bigint; readonly quantity: number; readonly atMs: number };

function minutesOf(trades: readonly Trade[]): readonly MinutePrice[] {
  const prices = new MinutePrices();
  for (const { price, quantity, atMs } of trades) prices.add("FPT", price, quantity, atMs);
  return prices.minutesOf("FPT");
}

/** Keeps the trades of every minute, and drops the minutes that the real one has no room for. */
function modelOf(trades: readonly Trade[]): MinutePrice[] {
  const kept = new Map<number, Trade[]>();
  for (const trade of trades) {
    const atMs = Math.floor(trade.atMs / 60_000) * 60_000;
    kept.set(atMs, [...(kept.get(atMs) ?? []), trade]);
    const order = [...kept.keys()].sort((a, b) => a - b);
    const oldestMs = (order.at(-1) ?? 0) - 65_535 * 60_000;
    for (const [index, each] of order.entries()) {
      if (index < order.length - minutesMax || each < oldestMs) kept.delete(each);
    }
  }
  return [...kept].sort(([a], [b]) => a - b).map(([atMs, ofMinute]) => minuteOf(atMs, ofMinute));
}

function minuteOf(atMs: number, trades: readonly Trade[]): MinutePrice {
  const prices = trades.map(({ price }) => price);
  const [low = 0n] = prices.toSorted((a, b) => Number(a - b));
  const [high = 0n] = prices.toSorted((a, b) => Number(b - a));
  const quantity = trades.reduce((sum, trade) => sum + trade.quantity, 0);
  return { atMs, open: prices[0] ?? 0n, high, low, close: prices.at(-1) ?? 0n, quantity };
}

test("a minute has its first, highest, lowest and last price, and what was traded", () => {
  expect(
    minutesOf([
      { price: 79_500_000n, quantity: 100, atMs: at("09:15:00") },
      { price: 79_700_000n, quantity: 200, atMs: at("09:15:40") },
      { price: 79_400_000n, quantity: 300, atMs: at("09:15:20") },
      { price: 79_600_000n, quantity: 400, atMs: at("09:15:59.999") },
      { price: 79_800_000n, quantity: 500, atMs: at("09:17:00") },
    ]),
  ).toEqual([
    {
      atMs: at("09:15:00"),
      open: 79_500_000n,
      high: 79_700_000n,
      low: 79_400_000n,
      close: 79_600_000n,
      quantity: 1_000,
    },
    {
      atMs: at("09:17:00"),
      open: 79_800_000n,
      high: 79_800_000n,
      low: 79_800_000n,
      close: 79_800_000n,
      quantity: 500,
    },
  ]);
});

describe("like a plain model:", () => {
  const anyTrade = fc.record({
    price: fc.oneof(
      fc.bigInt({ min: 1n, max: 200_000_000n }),
      fc.bigInt({ min: 1n, max: 9_007_199_254_740_991n }),
    ),
    quantity: fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 9_000_000_000 })),
    /** How far the clock goes from the trade before. */
    passedMs: fc.oneof(
      { arbitrary: fc.integer({ min: 0, max: 90_000 }), weight: 20 },
      { arbitrary: fc.integer({ min: -300_000, max: 0 }), weight: 4 },
      { arbitrary: fc.constantFrom(3_600_000, dayMs, -dayMs, 3 * dayMs, 46 * dayMs, -46 * dayMs), weight: 1 },
    ),
  });
  const tradesOf = (drafts: readonly (Omit<Trade, "atMs"> & { readonly passedMs: number })[]): Trade[] => {
    let atMs = openMs;
    return drafts.map(({ passedMs, ...trade }) => {
      atMs += passedMs;
      return { ...trade, atMs };
    });
  };

  test("in any order, over gaps and days", () => {
    fc.assert(
      fc.property(fc.array(anyTrade, { maxLength: 60 }), (drafts) => {
        const trades = tradesOf(drafts);
        expect(minutesOf(trades)).toEqual(modelOf(trades));
      }),
    );
  });

  test("with more minutes than are kept", () => {
    fc.assert(
      fc.property(
        fc.array(anyTrade, { minLength: 320, maxLength: 400, size: "max" }),
        fc.integer({ min: 60_000, max: 120_000 }),
        (drafts, stepMs) => {
          const trades = tradesOf(drafts.map((draft) => ({ ...draft, passedMs: draft.passedMs + stepMs })));
          expect(minutesOf(trades)).toEqual(modelOf(trades));
        },
      ),
      { numRuns: 5 },
    );
  });
});

test("of 301 minutes the oldest is dropped, stays so, and is not promised", () => {
  const trades = Array.from({ length: 301 }, (_, index) => ({
    price: 1_000n,
    quantity: 1,
    atMs: openMs + index * 60_000,
  }));
  const prices = new MinutePrices();
  for (const { price, quantity, atMs } of trades) prices.add("FPT", price, quantity, atMs);
  expect(prices.completeSinceMs("FPT")).toBe(openMs + 60_000);
  prices.add("FPT", 1_000n, 1, openMs);
  const minutes = prices.minutesOf("FPT");
  expect([minutes.length, minutes[0]?.atMs]).toEqual([300, openMs + 60_000]);
  expect(prices.completeSinceMs("FPT")).toBe(openMs + 60_000);
});

test("is complete since the first trade, or since what was missing", () => {
  const prices = new MinutePrices();
  const since = (symbol: string) => prices.completeSinceMs(symbol);
  expect([since("FPT"), prices.minutesOf("FPT")]).toEqual([undefined, []]);
  prices.add("FPT", 1_000n, 1, openMs);
  prices.begin("VNM", openMs - dayMs);
  prices.add("VNM", 1_000n, 1, openMs);
  expect([since("FPT"), since("VNM")]).toEqual([openMs, openMs - dayMs]);
  prices.begin("FPT", openMs + 5_000);
  expect(since("FPT")).toBe(openMs + 5_000);
});

test("3,500 symbols that trade in every minute of a day take at most 25 MB", () => {
  const prices = new MinutePrices();
  for (let minute = 0; minute < 255; minute += 1) {
    const atMs = openMs + minute * 60_000;
    for (let symbol = 0; symbol < 3_500; symbol += 1) prices.add(`S${symbol}`, 4_000_000_000n, 1_000, atMs);
  }
  expect(prices.minutesOf("S3499").length).toBe(255);
  // The arrays are allocated at the first trade, and a second day adds none.
  expect(prices.byteCount()).toBeLessThanOrEqual(25_000_000);
});
