import type { CardOrder } from "./card-order.ts";
import { fillOrder, type SyntheticCard } from "./fill-order.ts";
import { makeDice } from "./make-dice.ts";

/**
 * Makes a card for developing a reader: front, back, what stands on them, and what was done to them. The same order makes
 * the same bytes. The cards that a reader is judged by come from other seeds, by `@trading-oms/synthetic-cards/judging`.
 */
export function makeCard(order: CardOrder): SyntheticCard {
  return fillOrder(order, makeDice(`tuning/${order.kind}/${order.seed}`));
}
