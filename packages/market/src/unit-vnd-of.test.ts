import { expect, test } from "vitest";
import { lotOf, productGroupOf, quantityMaxOf, unitVndOf } from "./index.ts";

test("a share is worth its price, and a contract its points times its size", () => {
  expect(unitVndOf({}, 25_350_000n)).toBe(25_350n);
  expect(unitVndOf({ contractSize: 100_000n }, 1_461_000n)).toBe(146_100_000n);
  expect(unitVndOf({ contractSize: 100_000n }, 1_461_100n)).toBe(146_110_000n);
});

test.each([0n, -1_000n, 25_350_001n])(
  "refuses a price of %d thousandths of a VND instead of rounding it",
  (price) => {
    expect(() => unitVndOf({}, price)).toThrow(RangeError);
  },
);

test("shares have a lot of 100, and contracts a lot of 1 and at most 500 per order", () => {
  expect((["HOSE", "HNX", "UPCOM", "DERIVATIVES"] as const).map(lotOf)).toEqual([100n, 100n, 100n, 1n]);
  expect(quantityMaxOf("DERIVATIVES")).toBe(500n);
  expect(quantityMaxOf("HOSE")).toBeUndefined();
});

test("each exchange has a different product group", () => {
  const groups = (["HOSE", "HNX", "UPCOM", "DERIVATIVES"] as const).map(productGroupOf);
  expect(groups).toEqual(["STO", "STX", "UPX", "DVX"]);
});
