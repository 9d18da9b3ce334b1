import type { CardReading } from "@trading-oms/id-card";

/** What became of a card that was handed to whoever reads it. */
export type CardOutcome =
  | { readonly kind: "read"; readonly reading: CardReading }
  /** The portrait, which is never read, can't be decoded; the card was not looked at. */
  | { readonly kind: "portrait-broken" }
  /** Nothing of it was looked at, because as many are under way as can be. */
  | { readonly kind: "busy" }
  /** The time was over, and nothing that was read by then is known. */
  | { readonly kind: "late" }
  /** Whoever read it died of it, or beside it; `thrown` is for the log. */
  | { readonly kind: "broke-off"; readonly thrown?: unknown };
