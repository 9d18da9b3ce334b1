import { expect, test } from "vitest";
import { readPrice, readSettlementPrice, readWhole, renderPrice } from "./index.ts";
import typedPrices from "./testing/typed-prices.json" with { type: "json" };

test.each(typedPrices)("reads the price of $symbol that is typed $typed as $price", (row) => {
  const price = readPrice(row.symbol, row.typed);
  expect(price === undefined ? null : Number(renderPrice(price))).toBe(row.price);
});

test("reads whole numbers with one kind of separator between groups of three", () => {
  const typed = ["80000000", "80.000.000", "80,000,000", "80_000_000", "80 000 000", "0", "007"];
  expect(typed.map(readWhole)).toEqual([...Array(5).fill(80_000_000n), 0n, 7n]);
  const others = ["80.000,000", "80.00", "8.0", "80.000.00", "0.500", "-1", "", "1e6", "٣"];
  expect(others.map(readWhole)).toEqual(Array(9).fill(undefined));
});

test("a settlement price of an index future may have the two decimals of the index", () => {
  expect(readSettlementPrice("41I1F4000", "1.461,23")).toBe(1_461_230n);
  expect(readSettlementPrice("41I1F4000", "1461.234")).toBeUndefined();
  expect(readSettlementPrice("41B5F6000", "106726.23")).toBeUndefined();
});
