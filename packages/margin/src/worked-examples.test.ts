import { describe, expect, test } from "vitest";
import { coverToReach, figuresOfAccount, figuresOfPosition, openPosition, triggerOf } from "./index.ts";

/** The table of worked examples, column by column. Ratios and rates are in millionths. */
const examples = [
  {
    name: "1,000 FPT bought at 100,000, now 80,000",
    quantity: 1_000n,
    entryVnd: 100_000_000n,
    unitVnd: 80_000n,
    rates: { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n },
    equityVnd: 80_000_000n,
    uncovered: { maintenanceMarginVnd: 40_000_000n, tradingPowerVnd: 20_000_000n, dealRatio: 375_000n },
    needToCallVnd: 2_000_000n,
    needToRatioVnd: 10_000_000n,
    covered: { maintenanceMarginVnd: 42_000_000n, tradingPowerVnd: 18_000_000n, dealRatio: 400_000n },
    callHundredthsBefore: 83_333_33n,
    callHundredthsAfter: 80_000_00n,
  },
  {
    name: "2 VN30F long at 1,500.0, now 1,461.0",
    quantity: 2n,
    entryVnd: 300_000_000n,
    unitVnd: 146_100_000n,
    rates: { marginRatio: 50_000n, marginCallRate: 30_000n, forceCloseRate: 20_000n },
    equityVnd: 40_000_000n,
    uncovered: { maintenanceMarginVnd: 14_610_000n, tradingPowerVnd: 17_590_000n, dealRatio: 24_640n },
    needToCallVnd: 1_566_000n,
    needToRatioVnd: 7_410_000n,
    covered: { maintenanceMarginVnd: 16_176_000n, tradingPowerVnd: 16_024_000n, dealRatio: 30_000n },
    callHundredthsBefore: 146_907_216_49n,
    callHundredthsAfter: 146_100_000_00n,
  },
  {
    name: "2 VN30F short at 1,461.0, now 1,500.0",
    quantity: -2n,
    entryVnd: 292_200_000n,
    unitVnd: 150_000_000n,
    rates: { marginRatio: 50_000n, marginCallRate: 30_000n, forceCloseRate: 20_000n },
    equityVnd: 40_000_000n,
    uncovered: { maintenanceMarginVnd: 15_000_000n, tradingPowerVnd: 17_200_000n, dealRatio: 22_700n },
    needToCallVnd: 2_190_000n,
    needToRatioVnd: 8_190_000n,
    covered: { maintenanceMarginVnd: 17_190_000n, tradingPowerVnd: 15_010_000n, dealRatio: 30_000n },
    callHundredthsBefore: 148_936_893_20n,
    callHundredthsAfter: 150_000_000_00n,
  },
] as const;

describe.each(examples)("$name", (example) => {
  const { quantity, entryVnd, unitVnd, rates, equityVnd, needToCallVnd } = example;
  const position = openPosition(quantity, entryVnd, rates);
  const figures = figuresOfPosition(position, rates, unitVnd);

  test("without a cover the position is called and binds its requirement", () => {
    expect({
      dealRatio: figures.dealRatio,
      maintenanceMarginVnd: figuresOfAccount(equityVnd, [{ position, figures }]).maintenanceMarginVnd,
      tradingPowerVnd: figuresOfAccount(equityVnd, [{ position, figures }]).tradingPowerVnd,
    }).toEqual(example.uncovered);
    expect(figures).toMatchObject({ isCalled: true, isForceClosed: false, neededVnd: needToCallVnd });
  });

  test("the amounts that reach the call rate and the margin ratio are exact", () => {
    expect(coverToReach(position, unitVnd, rates.marginCallRate)).toBe(needToCallVnd);
    expect(coverToReach(position, unitVnd, rates.marginRatio)).toBe(example.needToRatioVnd);
  });

  test("with the needed cover it is no longer called, and trading power is lower by that amount", () => {
    const covered = { ...position, coveredVnd: needToCallVnd };
    const coveredFigures = figuresOfPosition(covered, rates, unitVnd);
    const account = figuresOfAccount(equityVnd, [{ position: covered, figures: coveredFigures }]);
    expect(coveredFigures).toMatchObject({ isCalled: false, neededVnd: needToCallVnd });
    expect({
      dealRatio: coveredFigures.dealRatio,
      maintenanceMarginVnd: account.maintenanceMarginVnd,
      tradingPowerVnd: account.tradingPowerVnd,
    }).toEqual(example.covered);
    expect(account.totalEquityVnd).toBe(equityVnd);
  });

  test("the needed cover moves the call price to the current price", () => {
    expect(callHundredths(0n)).toBe(example.callHundredthsBefore);
    expect(callHundredths(needToCallVnd)).toBe(example.callHundredthsAfter);
  });

  function callHundredths(coveredVnd: bigint): bigint | undefined {
    const trigger = triggerOf({ ...position, coveredVnd }, rates.marginCallRate);
    return trigger && (trigger.numeratorVnd * 100n) / trigger.denominator;
  }
});
