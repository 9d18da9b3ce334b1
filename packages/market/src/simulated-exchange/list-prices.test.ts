import fc from "fast-check";
import { expect, test } from "vitest";
import type { Listing } from "../instrument.ts";
import { bandOf, isOnStep, priceStepOf } from "../price-rules.ts";
import { listPrices, rungOf } from "./simulated-symbol.ts";

test("the prices of a share around 10,000 change their step at 10,000", () => {
  const prices = listPrices({ exchange: "HOSE", type: "stock" }, 10_000_000n);
  expect([prices[0], prices.at(-1)]).toEqual([9_300_000n, 10_700_000n]);
  expect(prices.slice(69, 73)).toEqual([9_990_000n, 10_000_000n, 10_050_000n, 10_100_000n]);
});

test("lists every price of a day, on its step and in its band, without a gap", () => {
  const anyListing: fc.Arbitrary<Listing> = fc.constantFrom(
    { exchange: "HOSE", type: "stock" },
    { exchange: "HOSE", type: "etf" },
    { exchange: "HNX", type: "stock" },
    { exchange: "UPCOM", type: "stock" },
    { exchange: "DERIVATIVES", type: "future", symbol: "41I1F4000" },
  );
  fc.assert(
    fc.property(anyListing, fc.bigInt({ min: 1n, max: 300n }), (listing, steps) => {
      const reference = steps * 100_000n;
      fc.pre(isOnStep(listing, reference));
      const prices = listPrices(listing, reference);
      const { floor, ceiling } = bandOf(listing, reference);
      expect([prices[0], prices.at(-1)]).toEqual([floor, ceiling]);
      expect(prices.every((price) => isOnStep(listing, price))).toBe(true);
      const isNextTo = (price: bigint, before: bigint) => price - before === priceStepOf(listing, before);
      expect(prices.slice(1).every((price, index) => isNextTo(price, prices[index] ?? 0n))).toBe(true);
      expect(prices[rungOf(prices, reference)]).toBe(reference);
    }),
  );
});

test("a price between two rungs belongs to the lower one, and a price outside the band to the nearest end", () => {
  const prices = [10n, 20n, 30n];
  expect([5n, 10n, 19n, 20n, 29n, 30n, 99n].map((price) => rungOf(prices, price))).toEqual([
    0, 0, 0, 1, 1, 2, 2,
  ]);
});
