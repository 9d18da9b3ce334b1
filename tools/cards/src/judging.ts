import type { CardOrder } from "./card.ts";
import { makeDice } from "./dice.ts";
import { fillOrder, type SyntheticCard } from "./make-card.ts";

/** Makes a card that readers are judged by, and that nobody looks at while a reader is written. */
export function makeJudgingCard(order: CardOrder): SyntheticCard {
  return fillOrder(order, makeDice(`judging/${order.kind}/${order.seed}`));
}
