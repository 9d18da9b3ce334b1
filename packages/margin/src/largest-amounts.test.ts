import { expect, test } from "vitest";
import { amountVndMax, isTooLarge, largestAmounts } from "./figures.ts";
import { openPosition } from "./position.ts";

const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
const long = { ...openPosition(1_000n, 80_000_000n, rates), coveredVnd: 5_000_000n };
const short = openPosition(-2n, 300_000_000n, rates);
const longRange = { symbol: "FPT", position: long, unitVndMin: 60_000n, unitVndMax: 90_000n };
const shortRange = { symbol: "F", position: short, unitVndMin: 120_000_000n, unitVndMax: 170_000_000n };

test("the largest amounts of a long and a short position are those at one end of their ranges", () => {
  const amounts = largestAmounts(100_000_000n, [
    { ...longRange, rates },
    { ...shortRange, rates },
  ]);
  expect(Object.fromEntries(amounts)).toEqual({
    "total equity": 100_000_000n,
    "entry value of FPT": 80_000_000n,
    "market value of FPT": 90_000_000n,
    "unrealised result of FPT": -20_000_000n,
    // 80,000,000 less the posted half, at either end.
    "full cover of FPT": 40_000_000n,
    "entry value of F": 300_000_000n,
    "market value of F": 340_000_000n,
    "unrealised result of F": 60_000_000n,
    // 340,000,000 less the posted 150,000,000 and plus the loss of 40,000,000.
    "full cover of F": 230_000_000n,
    // Gains of 10,000,000 and 60,000,000 are further from 0 than losses of 20,000,000 and 40,000,000.
    "sum of unrealised results": 70_000_000n,
    // 45,000,000 and 170,000,000 are required, and 5,000,000 is covered.
    "maintenance margin": 220_000_000n,
    // 95,000,000 less losses and requirements: 20,000,000 and 30,000,000 of FPT, 40,000,000 and 170,000,000 of F.
    "trading power": -165_000_000n,
  });
});

test("gains do not count in the trading power, and without rates the highest ones are taken", () => {
  const gaining = { ...shortRange, unitVndMax: 130_000_000n };
  const amounts = largestAmounts(0n, [gaining]);
  // All of 260,000,000 is required at a gain of 40,000,000.
  expect(amounts.get("maintenance margin")).toBe(260_000_000n);
  expect(amounts.get("trading power")).toBe(-260_000_000n);
});

test("the sum of results is a loss where no price is a gain", () => {
  const amounts = largestAmounts(0n, [{ ...longRange, unitVndMax: 70_000n }]);
  expect(amounts.get("sum of unrealised results")).toBe(-20_000_000n);
});

test.each([
  [amountVndMax, false],
  [-amountVndMax, false],
  [amountVndMax + 1n, true],
  [-amountVndMax - 1n, true],
])("%d is too large: %s", (amountVnd, expected) => {
  expect(isTooLarge(amountVnd)).toBe(expected);
});
