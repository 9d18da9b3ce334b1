export type { CardKind, CardOrder, Encoding, Severity } from "./card-order.ts";
export type { CardTruth } from "./card-truth.ts";
export type { PictureNotes, SyntheticCard } from "./fill-order.ts";
export { makeCard } from "./make-card.ts";
