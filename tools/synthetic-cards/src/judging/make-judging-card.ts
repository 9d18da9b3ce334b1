import type { CardOrder } from "../card-order.ts";
import { fillOrder, type SyntheticCard } from "../fill-order.ts";
import { makeDice } from "../make-dice.ts";

/** Makes a card that readers are judged by, and that nobody looks at while a reader is written. */
export function makeJudgingCard(order: CardOrder): SyntheticCard {
  return fillOrder(order, makeDice(`judging/${order.kind}/${order.seed}`));
}
