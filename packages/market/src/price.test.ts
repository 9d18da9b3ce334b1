import fc from "fast-check";
import { expect, test } from "vitest";
import { nearestNumber, parsePrice, renderPrice } from "./index.ts";

test.each([
  ["25000", 25_000_000n],
  ["1461.5", 1_461_500n],
  ["0.1", 100n],
  ["0.001", 1n],
  ["10.250", 10_250n],
  ["0", 0n],
])("parses %s exactly", (text, price) => {
  expect(parsePrice(text)).toBe(price);
});

test.each([
  "",
  " 1",
  "1 ",
  "+1",
  "-1",
  "01",
  "1.",
  ".1",
  "1.0001",
  "1e3",
  "1,000",
  "٣",
  "0x10",
  "9".repeat(14),
])("%j is not a price", (text) => {
  expect(parsePrice(text)).toBeUndefined();
});

test("a formatted price parses to the same price", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 9_999_999_999_999_999n }), (price) => {
      expect(parsePrice(renderPrice(price))).toBe(price);
    }),
  );
});

test("formats a price without trailing zeros", () => {
  expect([25_000_000n, 1_461_500n, 100n, 1n, 0n].map(renderPrice)).toEqual([
    "25000",
    "1461.5",
    "0.1",
    "0.001",
    "0",
  ]);
});

test("nearestNumber equals the number of the formatted price, has the same digits up to 15, and is exact beyond in VND", () => {
  expect([-294_040_000n, -1n, 0n, 66_670n, 1_469_900n].map(nearestNumber)).toEqual([
    -294_040, -0.001, 0, 66.67, 1_469.9,
  ]);
  expect(nearestNumber(39_000_000_000_000_000n * 1_000n)).toBe(39_000_000_000_000_000);
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), (price) => {
      expect(nearestNumber(price)).toBe(Number(renderPrice(price)));
      if (price < 10n ** 15n) expect(`${nearestNumber(price)}`).toBe(renderPrice(price));
    }),
  );
});
