import type { CardReading } from "../../read/card-reading.ts";

/** What became of a card that was handed to a pool. */
export type CardOutcome =
  | { readonly kind: "read"; readonly reading: CardReading }
  /** The portrait, which is never read, can't be decoded; the card was not looked at. */
  | { readonly kind: "portrait-broken" }
  /** There is no room in the queue, or none came free in time; nothing of the card was looked at. */
  | { readonly kind: "busy" }
  /** The time was over, and the worker was ended with what it had read. */
  | { readonly kind: "late" }
  /** The worker died of this card, or beside it; `thrown` is what it threw, if it could tell. */
  | { readonly kind: "broke-off"; readonly thrown?: unknown };
