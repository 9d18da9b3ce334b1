import { renderPrice } from "@trading-oms/market";
import fc from "fast-check";
import { expect, test } from "vitest";
import { maybeAmount, maybeFraction, maybePrice, wireAmount } from "./numbers.ts";

const largest = BigInt(Number.MAX_SAFE_INTEGER);

test("converts units of any sign", () => {
  expect([-294_040_000n, -1n, 0n, 66_670n, 1_469_900n].map(maybePrice)).toEqual([
    -294_040, -0.001, 0, 66.67, 1_469.9,
  ]);
  expect([-500_000n, 1n, 1_000_000n].map(maybeFraction)).toEqual([-0.5, 0.000_001, 1]);
});

test("leaves out what is beyond 2^53 - 1, and refuses it where it is required", () => {
  expect([largest, -largest, largest + 1n, -largest - 1n].map(maybeAmount)).toEqual([
    Number(largest),
    -Number(largest),
    undefined,
    undefined,
  ]);
  expect(maybePrice(largest * 1_000n)).toBe(Number(largest));
  expect(maybePrice(largest * 1_000n + 1_000n)).toBeUndefined();
  expect(() => wireAmount(largest + 1n)).toThrow("amounts_too_large");
});

test("a price has its own digits or none, and has them up to 15", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.boolean(), (price, isBelow) => {
      const number = maybePrice(isBelow ? -price : price);
      if (number === undefined) expect(price).toBeGreaterThanOrEqual(10n ** 15n);
      else expect(`${Math.abs(number)}`).toBe(renderPrice(price));
    }),
  );
});
