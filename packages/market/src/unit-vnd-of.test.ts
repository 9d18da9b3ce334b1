import { expect, test } from "vitest";
import { lotOf, productGroupOf, quantityMaxOf, unitVndOf } from "./index.ts";

test("A share is worth its price, and a contract its points times its size", () => {
  expect(unitVndOf({}, 25_350_000n)).toBe(25_350n);
  expect(unitVndOf({ contractSize: 100_000n }, 1_461_000n)).toBe(146_100_000n);
  expect(unitVndOf({ contractSize: 100_000n }, 1_461_100n)).toBe(146_110_000n);
});

test.each([0n, -1_000n, 25_350_001n])(
  "A price of %d thousandths of a VND is refused, not rounded",
  (price) => {
    expect(() => unitVndOf({}, price)).toThrow(RangeError);
  },
);

test("Shares are traded by the hundred, and contracts one by one, 500 an order", () => {
  expect((["HOSE", "HNX", "UPCOM", "DERIVATIVES"] as const).map(lotOf)).toEqual([100n, 100n, 100n, 1n]);
  expect(quantityMaxOf("DERIVATIVES")).toBe(500n);
  expect(quantityMaxOf("HOSE")).toBeUndefined();
});

test("Each exchange has a product group of its own", () => {
  const groups = (["HOSE", "HNX", "UPCOM", "DERIVATIVES"] as const).map(productGroupOf);
  expect(groups).toEqual(["STO", "STX", "UPX", "DVX"]);
});
