import type { ExplainedFigure } from "./explained-figure.ts";
import type { Position } from "./position.ts";
import { triggerOf } from "./trigger-of.ts";

/** Derives the price at which a rate is hit, or says why no price hits it. */
export function explainTrigger(
  name: string,
  position: Position,
  rate: { readonly name: string; readonly millionths: bigint },
): ExplainedFigure {
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
  // Where all that was paid is posted and covered, the ratio is 1 or above at any price.
  if (entryVnd <= postedVnd + coveredVnd) {
    return { name, value, formula: "none where entryVnd ≤ postedVnd + coveredVnd", inputs: sums };
  }
  const formula = `(entryVnd − postedVnd − coveredVnd) ÷ (|quantity| × (1 − ${rate.name}))`;
  return { name, value, formula, inputs };
}
