import { expect, test } from "vitest";
import { nameSymbols } from "./check-catalog.ts";

test("makes a million different symbols of five letters", () => {
  const symbols = nameSymbols(1_000_001);
  expect(new Set(symbols).size).toBe(1_000_001);
  expect(symbols.every((symbol) => /^[A-Z]{5}$/.test(symbol))).toBe(true);
});
