import type { CoverAnswer, Refusal } from "@trading-oms/brokerage";

/** Renders what came of an order to cover in one line, so that two answers are alike where their texts are. */
export function renderCover(answer: CoverAnswer | Refusal): string {
  return JSON.stringify(answer, (_, value) => (typeof value === "bigint" ? String(value) : value));
}
