import { expect, test } from "vitest";
import { lotOf, productGroupOf, unitVndOf } from "./index.ts";

test("a share is worth its price, and a contract its points times its size", () => {
  expect(unitVndOf({}, 25_350_000n)).toBe(25_350n);
  expect(unitVndOf({ contractSize: 100_000n }, 1_461_000n)).toBe(146_100_000n);
  expect(unitVndOf({ contractSize: 100_000n }, 1_461_100n)).toBe(146_110_000n);
  // A face value of 1,000,000,000 VND at 106,726 VND for each 100,000.
  expect(unitVndOf({ contractSize: 10_000n }, 106_726_000n)).toBe(1_067_260_000n);
});

test.each([0n, -1_000n, 25_350_001n])(
  "refuses a price of %d thousandths of a VND instead of rounding it",
  (price) => {
    expect(() => unitVndOf({}, price)).toThrow(RangeError);
  },
);

test("shares have a lot of 100, and contracts a lot of 1", () => {
  expect((["HOSE", "HNX", "UPCOM", "DERIVATIVES"] as const).map(lotOf)).toEqual([100n, 100n, 100n, 1n]);
});

test("each exchange has a different product group", () => {
  const groups = (["HOSE", "HNX", "UPCOM", "DERIVATIVES"] as const).map(productGroupOf);
  expect(groups).toEqual(["STO", "STX", "UPX", "DVX"]);
});
