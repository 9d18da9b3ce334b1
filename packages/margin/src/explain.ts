import { coverToReach, figuresOfAccount, figuresOfPosition, type HeldPosition } from "./figures.ts";
import type { Position } from "./position.ts";
import type { Rates } from "./rates.ts";
import { type Trigger, triggerOf } from "./triggers.ts";

/**
 * A figure with its derivation. The formula refers only to its inputs and to numbers. Values ending in `Vnd` are whole VND. Rates
 * and ratios are millionths in `value` and `inputs` but fractions in the formula: 500,000n stands for 0.5. If the figure does not
 * exist, the formula says why.
 */
export type ExplainedFigure<Value = bigint | boolean | Trigger | undefined> = {
  readonly name: string;
  readonly value: Value;
  readonly formula: string;
  readonly inputs: Readonly<Record<string, bigint>>;
};

/** A figure of a position; the names are a closed list, so that each can be translated. */
export type ExplainedPositionFigure = ExplainedFigure & { readonly name: FigureName };

type FigureName =
  | "marketVnd"
  | "unrealizedVnd"
  | "requirementVnd"
  | "dealRatio"
  | "isCalled"
  | "isForceClosed"
  | "neededVnd"
  | "neededForRatioVnd"
  | "callTrigger"
  | "forceCloseTrigger";

/** Explains the figures of an account by its equity and the sums over its positions. */
export function explainAccount(
  equityVnd: bigint,
  positions: readonly HeldPosition[],
): readonly ExplainedFigure<bigint>[] {
  const { totalEquityVnd, maintenanceMarginVnd, tradingPowerVnd } = figuresOfAccount(equityVnd, positions);
  const requirementsVnd = sum(positions.map(({ figures }) => figures.requirementVnd));
  const coversVnd = sum(positions.map(({ position }) => position.coveredVnd));
  const resultsVnd = sum(positions.map(({ figures }) => figures.unrealizedVnd));
  return [
    { name: "totalEquityVnd", value: totalEquityVnd, formula: "equityVnd", inputs: { equityVnd } },
    {
      name: "maintenanceMarginVnd",
      value: maintenanceMarginVnd,
      formula: "requirementsVnd + coversVnd",
      inputs: { requirementsVnd, coversVnd },
    },
    {
      name: "tradingPowerVnd",
      value: tradingPowerVnd,
      formula: "totalEquityVnd + min(0, resultsVnd) − maintenanceMarginVnd",
      inputs: { totalEquityVnd, resultsVnd, maintenanceMarginVnd },
    },
  ];
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((all, each) => all + each, 0n);
}

/** Explains every figure of a position step by step, for example to answer a customer's question. */
export function explainPosition(
  position: Position,
  rates: Rates,
  unitVnd: bigint,
): readonly ExplainedPositionFigure[] {
  const figures = figuresOfPosition(position, rates, unitVnd);
  const { quantity, entryVnd, postedVnd, coveredVnd } = position;
  const { marginRatio, marginCallRate, forceCloseRate } = rates;
  const { marketVnd, unrealizedVnd, dealRatio } = figures;
  const isLong = quantity > 0n;
  return [
    explain("marketVnd", marketVnd, "|quantity| × unitVnd", { quantity, unitVnd }),
    explain("unrealizedVnd", unrealizedVnd, isLong ? "marketVnd − entryVnd" : "entryVnd − marketVnd", {
      marketVnd,
      entryVnd,
    }),
    explain("requirementVnd", figures.requirementVnd, "⌈marginRatio × marketVnd⌉", {
      marginRatio,
      marketVnd,
    }),
    explain(
      "dealRatio",
      dealRatio,
      "⌊(postedVnd + coveredVnd + unrealizedVnd) ÷ marketVnd × 1000000⌋ ÷ 1000000",
      {
        postedVnd,
        coveredVnd,
        unrealizedVnd,
        marketVnd,
      },
    ),
    explain("isCalled", figures.isCalled, "marginCallRate > 0 and dealRatio < marginCallRate", {
      marginCallRate,
      dealRatio,
    }),
    explain("isForceClosed", figures.isForceClosed, "forceCloseRate > 0 and dealRatio < forceCloseRate", {
      forceCloseRate,
      dealRatio,
    }),
    explainNeed("neededVnd", { marginCallRate }),
    explainNeed("neededForRatioVnd", { marginRatio }),
    explainTrigger("callTrigger", position, { name: "marginCallRate", millionths: marginCallRate }),
    explainTrigger("forceCloseTrigger", position, { name: "forceCloseRate", millionths: forceCloseRate }),
  ];

  function explainNeed(name: FigureName, rate: Readonly<Record<string, bigint>>): ExplainedPositionFigure {
    const [[rateName, target] = ["", 0n]] = Object.entries(rate);
    const formula = `max(0, ⌈${rateName} × marketVnd⌉ − postedVnd − unrealizedVnd)`;
    const inputs = { ...rate, marketVnd, postedVnd, unrealizedVnd };
    return explain(name, coverToReach(position, unitVnd, target), formula, inputs);
  }
}

function explain(
  name: FigureName,
  value: ExplainedFigure["value"],
  formula: string,
  inputs: Readonly<Record<string, bigint>>,
): ExplainedPositionFigure {
  return { name, value, formula, inputs };
}

/** Explains the price at which a rate is reached, or why no price reaches it. */
function explainTrigger(
  name: FigureName,
  position: Position,
  rate: { readonly name: string; readonly millionths: bigint },
): ExplainedPositionFigure {
  const { quantity, entryVnd, postedVnd, coveredVnd } = position;
  const value = triggerOf(position, rate.millionths);
  const rates = { [rate.name]: rate.millionths };
  const sums = { entryVnd, postedVnd, coveredVnd };
  if (rate.millionths === 0n) return { name, value, formula: `none where ${rate.name} = 0`, inputs: rates };
  const inputs = { ...sums, quantity, ...rates };
  if (quantity < 0n) {
    const formula = `(entryVnd + postedVnd + coveredVnd) ÷ (|quantity| × (1 + ${rate.name}))`;
    return { name, value, formula, inputs };
  }
  // If the entry value is fully posted and covered, the ratio is at least 1 at any price.
  if (entryVnd <= postedVnd + coveredVnd) {
    return { name, value, formula: "none where entryVnd ≤ postedVnd + coveredVnd", inputs: sums };
  }
  const formula = `(entryVnd − postedVnd − coveredVnd) ÷ (|quantity| × (1 − ${rate.name}))`;
  return { name, value, formula, inputs };
}
