export type { CardKind, CardOrder, Encoding, Severity } from "./card-order.ts";
export type { CardTruth } from "./card-truth.ts";
export type { SyntheticCard } from "./fill-order.ts";
export { makeCard } from "./make-card.ts";
export { makeOddCard, type OddCard, type Oddity, oddities } from "./make-odd-card.ts";
export type { PictureNotes } from "./photograph-side.ts";
