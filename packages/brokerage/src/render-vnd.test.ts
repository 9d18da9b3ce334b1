import { expect, test } from "vitest";
import { renderVnd } from "./services.ts";

test.each([
  [0n, "0 VND"],
  [999n, "999 VND"],
  [1_000n, "1,000 VND"],
  [-1_234_567n, "-1,234,567 VND"],
  [9_007_199_254_740_991n, "9,007,199,254,740,991 VND"],
])("an amount of %d is written as %s", (amountVnd, words) => {
  expect(renderVnd(amountVnd)).toBe(words);
});
