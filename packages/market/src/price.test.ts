import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePrice, renderPrice } from "./index.ts";

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
