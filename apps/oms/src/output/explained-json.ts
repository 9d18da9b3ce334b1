import type { ExplainedHoldings, ExplainedPosition } from "@trading-oms/brokerage";
import { ratioOf, valuedPositionJson } from "./record-json.ts";

type Figure = ExplainedPosition["figures"][number];

/** Explained figures as a program reads them. */
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
function figureJson({ name, value, formula, inputs: given }: Figure): object {
  const inputs = Object.fromEntries(
    Object.entries(given).map(([input, each]) => [input, wholeOf(input, each)]),
  );
  if (typeof value === "bigint") return { name, value: wholeOf(name, value), formula, inputs };
  if (typeof value !== "object") return { name, value: value ?? null, formula, inputs };
  const { numeratorVnd, denominator } = value;
  const fraction = { numeratorVnd: String(numeratorVnd), denominator: String(denominator) };
  return { name, value: fraction, formula, inputs };
}

function wholeOf(name: string, value: bigint): bigint | number {
  return isRatio(name) ? ratioOf(value) : value;
}

/** Whether a figure is a rate or a ratio, which is kept in millionths. */
export function isRatio(name: string): boolean {
  return /(?:Ratio|Rate)$/.test(name);
}
