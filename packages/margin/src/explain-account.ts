import type { ExplainedFigure } from "./explained-figure.ts";
import { figuresOfAccount } from "./figures-of-account.ts";
import type { HeldPosition } from "./held-position.ts";

/** Derives the figures of an account from its equity and the sums over its positions. */
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
