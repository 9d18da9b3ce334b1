import { expect, test } from "vitest";
import { writeJson } from "./json.ts";
import { renderNumber, renderRatio, renderTable } from "./text.ts";

test("separates thousands, also of negative numbers", () => {
  const numbers = [0n, 999n, 1_000n, -999n, -1_000n, 80_000_000n, -1_234_567n];
  expect(numbers.map(renderNumber)).toEqual([
    "0",
    "999",
    "1,000",
    "-999",
    "-1,000",
    "80,000,000",
    "-1,234,567",
  ]);
});

test("renders a ratio with its sign and without trailing zeros", () => {
  const ratios = [0n, 1n, 375_000n, 1_000_000n, 1_500_000n, -50_000n];
  expect(ratios.map(renderRatio)).toEqual(["0", "0.000001", "0.375", "1", "1.5", "-0.05"]);
});

test("shows a control character in a table as a replacement character", () => {
  const rows = ["paid\u001B[2J", "no\n9  forged"];
  expect(renderTable(rows, { NOTE: (row) => row })).toEqual(["NOTE", "paid\uFFFD[2J", "no\uFFFD9  forged"]);
});

test("writes money as a JSON number if that is exact, and leaves it out otherwise", () => {
  const leftOut = new Set<string>();
  const amounts = { equityVnd: 9_007_199_254_740_991n, marketVnd: 9_007_199_254_740_992n };
  expect(writeJson(amounts, leftOut)).toBe('{\n  "equityVnd": 9007199254740991\n}');
  expect([...leftOut]).toEqual(["marketVnd"]);
});
