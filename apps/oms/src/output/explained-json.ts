import type { ExplainedHoldings, ExplainedPosition } from "@trading-oms/brokerage";
import { valuedPositionJson } from "./record-json.ts";

type Figure = ExplainedPosition["figures"][number];

/** Explained figures as a program reads them, with rates and ratios in millionths, as the formulas count them. */
export function explainedJson(accountId: string, { account, positions }: ExplainedHoldings): object {
  return {
    accountId,
    figures: account.map(figureJson),
    positions: positions.map(({ valued, figures }) => ({
      ...valuedPositionJson(valued),
      figures: figures.map(figureJson),
    })),
  };
}

/** The parts of a fraction are larger than JSON can carry exactly as numbers, and are written as texts. */
function figureJson({ name, value, formula, inputs }: Figure): object {
  if (typeof value !== "object") return { name, value: value ?? null, formula, inputs };
  const { numeratorVnd, denominator } = value;
  const fraction = { numeratorVnd: String(numeratorVnd), denominator: String(denominator) };
  return { name, value: fraction, formula, inputs };
}
