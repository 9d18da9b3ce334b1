import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  formatCount,
  formatDuration,
  formatMinute,
  formatMoment,
  formatNumber,
  formatPrice,
  formatRatio,
  fromLocalInput,
  parseAmount,
  parseDecimal,
  parsePrice,
  rewriteAmounts,
  toLocalInput,
} from "./format.ts";

test("writes thousands with points and a true minus", () => {
  expect(formatCount(1_234_567)).toBe("1.234.567");
  expect(formatCount(-20_000)).toBe("−20.000");
});

test("writes prices in VND whole and index points with a decimal", () => {
  expect([80_200, 1_461.2, 1_461, 10_050].map(formatPrice)).toEqual(["80.200", "1.461,2", "1.461", "10.050"]);
});

test("writes a number with all its decimals, as the audit has it", () => {
  expect([0.400_001, 1_461.25, 80_200].map(formatNumber)).toEqual(["0,400001", "1.461,25", "80.200"]);
});

test("rounds ratios down, so that none below a rate looks like the rate", () => {
  expect([0.4, 0.399999, 0.376633, 0.29].map(formatRatio)).toEqual(["40,00%", "39,99%", "37,66%", "29,00%"]);
});

test("writes times of the exchanges' zone, wherever the browser is", () => {
  const atMs = Date.UTC(2026, 10, 26, 2, 31);
  expect(formatMinute(atMs)).toBe("09:31");
  expect(toLocalInput(atMs)).toBe("2026-11-26T09:31");
  expect(fromLocalInput("2026-11-26T09:31")).toBe(atMs);
  expect(formatMoment(Date.UTC(2001, 3, 12, 2, 0))).toBe("12/04/2001 09:00");
});

test.each([
  [0, "0 s"],
  [59_999, "59 s"],
  [61_000, "1 min"],
  [22_620_000, "6 h 17"],
  [200_000_000, "2 d"],
])("writes %d ms as %s", (durationMs, words) => {
  expect(formatDuration(durationMs)).toBe(words);
});

test.each([
  ["1880000", 1_880_000],
  ["1.880.000", 1_880_000],
  ["1,880,000", 1_880_000],
  ["1 880 000", 1_880_000],
  ["1\u00a0880\u202f000 ₫", 1_880_000],
  [" 1,880,000.00 ", 1_880_000],
  ["1.880.000,00", 1_880_000],
  ["2.000 đ", 2_000],
  ["0", 0],
])("reads the pasted amount %j", (typed, amount) => {
  expect(parseAmount(typed)).toBe(amount);
});

test.each([
  "",
  "1.5",
  "1.88",
  "1.880,5",
  "1,880.000,5",
  "12.34.567",
  "-5",
  "1e6",
  "năm",
  "99999999999999999",
  "1.880.00",
  "1880000\t500000",
  "1 5",
  "1.880.000.00",
  "188 0000",
])("asks again for %j, which may mean two things or none", (typed) => {
  expect(parseAmount(typed)).toBeUndefined();
});

test("reads percentages with a comma, a point or a true minus", () => {
  expect(["-7", "−7,5 %", "+2.25", "7", "a", ""].map(parseDecimal)).toEqual([
    -7,
    -7.5,
    2.25,
    7,
    undefined,
    undefined,
  ]);
});

const typedPrices = JSON.parse(
  await readFile(
    join(import.meta.dirname, "../../../../packages/market/src/testing/typed-prices.json"),
    "utf8",
  ),
) as readonly { readonly symbol: string; readonly typed: string; readonly price: number | null }[];

test.each(typedPrices)("reads the price of $symbol that is typed $typed as the service does", (row) => {
  expect(parsePrice(row.symbol, row.typed) ?? null).toBe(row.price);
});

test("reads a pasted price with its currency, and no two cells of a spreadsheet", () => {
  expect(parsePrice("FPT", "80.200 ₫")).toBe(80_200);
  expect(["x", "1.880.00", "1 5", "80.200\t1", "80,200.00"].map((typed) => parsePrice("FPT", typed))).toEqual(
    Array(5).fill(undefined),
  );
});

test("rewrites the amounts of a sentence, and no list of numbers", () => {
  const sentence = "At most 1,234,567 VND of 849,000 VND; 1,2 and 3,4567 stay.";
  expect(rewriteAmounts(sentence)).toBe("At most 1.234.567 VND of 849.000 VND; 1,2 and 3,4567 stay.");
});
