import type { CardImages, CardReading } from "@trading-oms/id-card";

/** A card that was read, with copies of its images, without metadata, where they are to be kept and could be made. */
export type ReadCard = {
  readonly kind: "read";
  readonly reading: CardReading;
  readonly copies?: CardImages | undefined;
};

/** What became of a card that was handed to whoever reads it. */
export type CardOutcome =
  | ReadCard
  /** The portrait, which is never read, can't be decoded; the card was not looked at. */
  | { readonly kind: "portrait-broken" }
  /** Nothing of it was looked at, because as many are under way as can be. */
  | { readonly kind: "busy" }
  /** What images are decoded by can't be reached; `thrown` is for the log. */
  | { readonly kind: "away"; readonly thrown?: unknown }
  /** The time was over, and nothing that was read by then is known. */
  | { readonly kind: "late" }
  /** Whoever read it died of it, or beside it; `thrown` is for the log. */
  | { readonly kind: "broke-off"; readonly thrown?: unknown };
