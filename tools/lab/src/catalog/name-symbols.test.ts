import { expect, test } from "vitest";
import { nameSymbols } from "./check-catalog.ts";

test("makes 300,000 different symbols of five letters", () => {
  const symbols = nameSymbols(300_000);
  expect(new Set(symbols).size).toBe(300_000);
  expect(symbols.every((symbol) => /^[A-Z]{5}$/.test(symbol))).toBe(true);
});
