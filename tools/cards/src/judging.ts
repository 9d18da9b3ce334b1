import type { CardOrder } from "./card.ts";
import { makeDice } from "./dice.ts";
import { fillOrder, type SyntheticCard } from "./make-card.ts";

/** Makes a card of the judging set, which is not used while a reader is developed. */
export function makeJudgingCard(order: CardOrder): SyntheticCard {
  return fillOrder(order, makeDice(`judging/${order.kind}/${order.seed}`));
}
