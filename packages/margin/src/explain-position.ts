import { explainTrigger } from "./explain-trigger.ts";
import type { ExplainedFigure } from "./explained-figure.ts";
import { figuresOfPosition } from "./figures-of-position.ts";
import { needToReach } from "./need-to-reach.ts";
import type { Position } from "./position.ts";
import type { Rates } from "./rates.ts";

/** Derives every figure of a position step by step, for whoever has to answer a customer's "why". */
export function explainPosition(
  position: Position,
  rates: Rates,
  unitVnd: bigint,
): readonly ExplainedFigure[] {
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

  function explainNeed(name: string, rate: Readonly<Record<string, bigint>>): ExplainedFigure {
    const [[rateName, target] = ["", 0n]] = Object.entries(rate);
    const formula = `max(0, ⌈${rateName} × marketVnd⌉ − postedVnd − unrealizedVnd)`;
    const inputs = { ...rate, marketVnd, postedVnd, unrealizedVnd };
    return explain(name, needToReach(position, unitVnd, target), formula, inputs);
  }
}

function explain(
  name: string,
  value: ExplainedFigure["value"],
  formula: string,
  inputs: Readonly<Record<string, bigint>>,
): ExplainedFigure {
  return { name, value, formula, inputs };
}
