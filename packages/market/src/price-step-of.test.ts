import { expect, test } from "vitest";
import { isOnStep, type Listing, parsePrice, priceStepOf, renderPrice } from "./index.ts";

const share: Listing = { exchange: "HOSE", type: "stock" };

test.each<[Listing, string, string]>([
  [share, "10", "10"],
  [share, "9990", "10"],
  [share, "9999.999", "10"],
  [share, "10000", "50"],
  [share, "49950", "50"],
  [share, "49999.999", "50"],
  [share, "50000", "100"],
  [share, "1000000", "100"],
  [{ exchange: "HOSE", type: "etf" }, "50000", "10"],
  [{ exchange: "HOSE", type: "warrant" }, "1500", "10"],
  [{ exchange: "HNX", type: "stock" }, "9000", "100"],
  [{ exchange: "HNX", type: "etf" }, "9000", "1"],
  [{ exchange: "UPCOM", type: "stock" }, "60000", "100"],
  [{ exchange: "DERIVATIVES", type: "future", symbol: "41I1F4000" }, "1461", "0.1"],
  [{ exchange: "DERIVATIVES", type: "future", symbol: "41I2G3000" }, "1963", "0.1"],
  [{ exchange: "DERIVATIVES", type: "future", symbol: "41B5G3000" }, "106726", "1"],
])("on %o prices around %s take steps of %s", (listing, price, step) => {
  expect(renderPrice(priceStepOf(listing, priceOf(price)))).toBe(step);
});

test.each<[Listing, string, boolean]>([
  [share, "9990", true],
  [share, "9995", false],
  [share, "10010", false],
  [share, "10050", true],
  [share, "49950", true],
  [share, "49990", false],
  [share, "50000", true],
  [share, "50050", false],
  [share, "0", false],
  [{ exchange: "HNX", type: "etf" }, "10001", true],
  [{ exchange: "HNX", type: "etf" }, "10001.5", false],
  [{ exchange: "HNX", type: "stock" }, "10050", false],
  [{ exchange: "DERIVATIVES", type: "future", symbol: "41I1F4000" }, "1461.1", true],
  [{ exchange: "DERIVATIVES", type: "future", symbol: "41I1F4000" }, "1461.15", false],
])("on %o an order at %s is on a step: %s", (listing, price, expected) => {
  expect(isOnStep(listing, priceOf(price))).toBe(expected);
});

test("a price below 0 is on no step", () => {
  expect(isOnStep(share, -10_000n)).toBe(false);
});

function priceOf(text: string): bigint {
  return parsePrice(text) ?? -1n;
}
