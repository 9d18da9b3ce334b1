import fc from "fast-check";
import { expect, test } from "vitest";
import { makeFutureCode, parseFutureCode } from "./index.ts";
import { productNamed } from "./testing/product-named.ts";

const vn30 = productNamed("VN30F");

test.each([
  ["41I1F4000", 2025, 4],
  ["41I1F9000", 2025, 9],
  ["41I1FA000", 2025, 10],
  ["41I1GC000", 2026, 12],
  ["41I1H1000", 2027, 1],
  ["41I1J1000", 2028, 1],
  ["41I1W1000", 2039, 1],
  ["41I101000", 2040, 1],
  ["41I1E1000", 2054, 1],
])("parses and formats %s as the VN30 future of %d, month %d", (code, year, month) => {
  const future = { product: vn30, year, month };
  expect(parseFutureCode(code)).toEqual(future);
  expect(makeFutureCode(future)).toBe(code);
});

test.each([
  ["41I2FA000", "VN100F", 2025, 10],
  ["41B5G3000", "GB05F", 2026, 3],
  ["41BAG3000", "GB10F", 2026, 3],
])("parses and formats %s as a contract of %s of %d, month %d", (code, product, year, month) => {
  const future = { product: productNamed(product), year, month };
  expect(parseFutureCode(code)).toEqual(future);
  expect(makeFutureCode(future)).toBe(code);
});

test.each([
  ["an alias", "VN30F1M"],
  ["a product code", "VN30F"],
  ["a code from before May 2025", "VN30F2504"],
  ["the letter I for a year", "41I1I4000"],
  ["the letter O for a year", "41I1O4000"],
  ["the letter U for a year", "41I1U4000"],
  ["a letter past the thirty", "41I1X4000"],
  ["month 0", "41I1F0000"],
  ["month 13", "41I1FD000"],
  ["an unknown product", "41ZZF4000"],
  ["an option", "42I1F4000"],
  ["an equity's group", "11I1F4000"],
  ["a strike", "41I1F4001"],
  ["lower case", "41i1f4000"],
  ["a character too many", "41I1F40000"],
  ["a line end", "41I1F4000\n"],
  ["nothing", ""],
])("%s is not the code of a future", (_, code) => {
  expect(parseFutureCode(code)).toBeUndefined();
});

test("every month of thirty years has a distinct code that parses back", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2025, max: 2054 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
      const future = { product: vn30, year, month };
      expect(parseFutureCode(makeFutureCode(future))).toEqual(future);
    }),
  );
});

test.each([
  { year: 2024, month: 12 },
  { year: 2055, month: 1 },
  { year: 2025, month: 0 },
  { year: 2025, month: 13 },
])("refuses to make a code for %o", (expiry) => {
  expect(() => makeFutureCode({ product: vn30, ...expiry })).toThrow(RangeError);
});
