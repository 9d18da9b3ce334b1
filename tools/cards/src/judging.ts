import type { CardKind, CardOrder } from "./card.ts";
import { makeDice } from "./dice.ts";
import { type FaultyPhoto, type PhotoFault, photographFault } from "./faulty-photos.ts";
import { fillOrder, type SyntheticCard } from "./make-card.ts";

/**
 * Makes a card of the judging set, which is not used while a reader is developed. A strange one has only typefaces and
 * wordings that tuning never saw, and fields up to 3 mm off their places.
 */
export function makeJudgingCard(order: CardOrder, isStrange = false): SyntheticCard {
  const dice = makeDice(`judging/${order.kind}/${order.seed}`);
  return fillOrder(order, dice, isStrange ? "strange" : "judging");
}

/** Photographs a card of the judging set with a fault. */
export function makeFaultyJudgingPhoto(seed: number, kind: CardKind, fault: PhotoFault): FaultyPhoto {
  return photographFault(seed, kind, fault, "judging");
}
