import fc from "fast-check";
import { expect, test } from "vitest";
import { futureNamed, shareNamed } from "../testing/list-some-instruments.ts";
import { figuresOf, sentimentSharesOf, trendOf } from "./figures.ts";

const share = shareNamed("HPG", 26_350_000n);
const future = futureNamed("41I1GC000", 1_470_000n);
const nothing = { quantity: 0, turnover: 0n, tradeCount: 0 };

test("no trades have no average price, and a contract counts with its size", () => {
  expect(figuresOf(share, nothing)).toEqual({
    quantity: 0,
    tradeCount: 0,
    averagePrice: undefined,
    value: 0n,
  });
  const traded = { quantity: 14, turnover: 20_583_200n, tradeCount: 3 };
  expect(figuresOf(future, traded)).toMatchObject({
    averagePrice: 1_470_230n,
    value: 20_583_200n * 100_000n,
  });
});

test("an average has two decimals and is off by at most half of the last one", () => {
  const anyTotal = fc.record({
    quantity: fc.integer({ min: 1, max: 1_000_000_000 }),
    turnover: fc.bigInt({ min: 1n, max: 10n ** 18n }),
    tradeCount: fc.constant(1),
  });
  fc.assert(
    fc.property(anyTotal, (total) => {
      const { averagePrice = 0n } = figuresOf(share, total);
      const error = averagePrice * BigInt(total.quantity) - total.turnover;
      expect(averagePrice % 10n).toBe(0n);
      expect((error < 0n ? -error : error) <= 5n * BigInt(total.quantity)).toBe(true);
    }),
  );
});

test("the shares of a trend and of the sentiment add up to 100 %", () => {
  const bought = { quantity: 300, turnover: 4_410_300n, tradeCount: 1 };
  const sold = { quantity: 100, turnover: 1_469_900n, tradeCount: 1 };
  expect(trendOf(future, { bought, sold })).toMatchObject({
    boughtPercent: 75_000n,
    soldPercent: 25_000n,
    gapValue: 294_040_000_000n,
  });
  expect(trendOf(future, { bought: nothing, sold })).toMatchObject({
    boughtPercent: 0n,
    soldPercent: 100_000n,
  });
  expect(trendOf(future, { bought: nothing, sold: nothing })).toBeUndefined();
  expect(sentimentSharesOf({ bullishCount: 2, bearishCount: 1 })).toEqual({
    bullishPercent: 66_670n,
    bearishPercent: 33_330n,
  });
  expect(sentimentSharesOf({ bullishCount: 0, bearishCount: 0 })).toBeUndefined();
});
