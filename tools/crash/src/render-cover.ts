import type { CoverAnswer, Refusal } from "@trading-oms/brokerage";

/**
 * Renders what came of an order to cover in one line, so that two answers are alike where their texts are; that one of
 * them is a repeat is left out.
 */
export function renderCover(answer: CoverAnswer | Refusal): string {
  return JSON.stringify({ ...answer, firstDoneAtMs: undefined }, (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
}
