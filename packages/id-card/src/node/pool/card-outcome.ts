import type { CardReading } from "../../read/card-reading.ts";
import type { CardImages } from "../../read/read-card.ts";

/** What became of a card that was handed to a pool. */
export type CardOutcome =
  /** With copies of the images where they were asked for, something was read, and they could be made in time. */
  | { readonly kind: "read"; readonly reading: CardReading; readonly copies?: CardImages | undefined }
  /** The portrait, which is never read, can't be decoded; the card was not looked at. */
  | { readonly kind: "portrait-broken" }
  /** There is no room in the queue, or none came free in time; nothing of the card was looked at. */
  | { readonly kind: "busy" }
  /** The time was over, and the worker was ended with what it had read. */
  | { readonly kind: "late" }
  /** The worker died of this card, or beside it, or could not load; `thrown` is what it threw, if it could tell. */
  | { readonly kind: "broke-off"; readonly thrown?: unknown };
