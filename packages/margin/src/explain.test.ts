import { expect, test } from "vitest";
import { explainAccount, explainPosition, figuresOfPosition, openPosition } from "./index.ts";

const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
const fpt = openPosition(1_000n, 100_000_000n, rates);

const explained = [
  {
    name: "marketVnd",
    value: 80_000_000n,
    formula: "|quantity| × unitVnd",
    inputs: { quantity: 1_000n, unitVnd: 80_000n },
  },
  {
    name: "unrealizedVnd",
    value: -20_000_000n,
    formula: "marketVnd − entryVnd",
    inputs: { marketVnd: 80_000_000n, entryVnd: 100_000_000n },
  },
  {
    name: "requirementVnd",
    value: 40_000_000n,
    formula: "⌈marginRatio × marketVnd⌉",
    inputs: { marginRatio: 500_000n, marketVnd: 80_000_000n },
  },
  {
    name: "dealRatio",
    value: 375_000n,
    formula: "⌊(postedVnd + coveredVnd + unrealizedVnd) ÷ marketVnd × 1000000⌋ ÷ 1000000",
    inputs: {
      postedVnd: 50_000_000n,
      coveredVnd: 0n,
      unrealizedVnd: -20_000_000n,
      marketVnd: 80_000_000n,
    },
  },
  {
    name: "isCalled",
    value: true,
    formula: "marginCallRate > 0 and dealRatio < marginCallRate",
    inputs: { marginCallRate: 400_000n, dealRatio: 375_000n },
  },
  {
    name: "isForceClosed",
    value: false,
    formula: "forceCloseRate > 0 and dealRatio < forceCloseRate",
    inputs: { forceCloseRate: 300_000n, dealRatio: 375_000n },
  },
  {
    name: "neededVnd",
    value: 2_000_000n,
    formula: "max(0, ⌈marginCallRate × marketVnd⌉ − postedVnd − unrealizedVnd)",
    inputs: {
      marginCallRate: 400_000n,
      marketVnd: 80_000_000n,
      postedVnd: 50_000_000n,
      unrealizedVnd: -20_000_000n,
    },
  },
  {
    name: "neededForRatioVnd",
    value: 10_000_000n,
    formula: "max(0, ⌈marginRatio × marketVnd⌉ − postedVnd − unrealizedVnd)",
    inputs: {
      marginRatio: 500_000n,
      marketVnd: 80_000_000n,
      postedVnd: 50_000_000n,
      unrealizedVnd: -20_000_000n,
    },
  },
  {
    name: "callTrigger",
    value: { numeratorVnd: 50_000_000_000_000n, denominator: 600_000_000n },
    formula: "(entryVnd − postedVnd − coveredVnd) ÷ (|quantity| × (1 − marginCallRate))",
    inputs: {
      entryVnd: 100_000_000n,
      postedVnd: 50_000_000n,
      coveredVnd: 0n,
      quantity: 1_000n,
      marginCallRate: 400_000n,
    },
  },
  {
    name: "forceCloseTrigger",
    value: { numeratorVnd: 50_000_000_000_000n, denominator: 700_000_000n },
    formula: "(entryVnd − postedVnd − coveredVnd) ÷ (|quantity| × (1 − forceCloseRate))",
    inputs: {
      entryVnd: 100_000_000n,
      postedVnd: 50_000_000n,
      coveredVnd: 0n,
      quantity: 1_000n,
      forceCloseRate: 300_000n,
    },
  },
];

test("explains each figure of a position by its formula and inputs", () => {
  expect(explainPosition(fpt, rates, 80_000n)).toEqual(explained);
});

test("explains each figure of an account by sums over its positions", () => {
  const position = { ...fpt, coveredVnd: 2_000_000n };
  const held = [{ position, figures: figuresOfPosition(position, rates, 80_000n) }];
  expect(explainAccount(80_000_000n, held)).toEqual([
    {
      name: "totalEquityVnd",
      value: 80_000_000n,
      formula: "equityVnd",
      inputs: { equityVnd: 80_000_000n },
    },
    {
      name: "maintenanceMarginVnd",
      value: 42_000_000n,
      formula: "requirementsVnd + coversVnd",
      inputs: { requirementsVnd: 40_000_000n, coversVnd: 2_000_000n },
    },
    {
      name: "tradingPowerVnd",
      value: 18_000_000n,
      formula: "totalEquityVnd + min(0, resultsVnd) − maintenanceMarginVnd",
      inputs: {
        totalEquityVnd: 80_000_000n,
        resultsVnd: -20_000_000n,
        maintenanceMarginVnd: 42_000_000n,
      },
    },
  ]);
});

test("explains a short position with opposite signs", () => {
  const short = openPosition(-2n, 292_200_000n, rates);
  const formulas = explainPosition(short, rates, 150_000_000n).map(({ formula }) => formula);
  expect(formulas).toContain("entryVnd − marketVnd");
  expect(formulas).toContain("(entryVnd + postedVnd + coveredVnd) ÷ (|quantity| × (1 + marginCallRate))");
});

test("gives a reason instead of a formula if no price reaches a rate", () => {
  const off = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 0n };
  const full = { ...fpt, coveredVnd: 50_000_000n };
  expect(explainPosition(full, off, 80_000n).slice(-2)).toEqual([
    {
      name: "callTrigger",
      value: undefined,
      formula: "none where entryVnd ≤ postedVnd + coveredVnd",
      inputs: { entryVnd: 100_000_000n, postedVnd: 50_000_000n, coveredVnd: 50_000_000n },
    },
    {
      name: "forceCloseTrigger",
      value: undefined,
      formula: "none where forceCloseRate = 0",
      inputs: { forceCloseRate: 0n },
    },
  ]);
});
