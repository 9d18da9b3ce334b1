export type { CardKind, CardOrder, Encoding, Severity } from "./card.ts";
export { makeFaultyPhoto, type PhotoFault, photoFaults } from "./faulty-photos.ts";
export type { SyntheticCard } from "./make-card.ts";
export { makeCard } from "./make-card.ts";
export { makeOddCard, type OddCard, type Oddity, oddities } from "./odd-cards.ts";
export type { CardTruth } from "./people/card-texts.ts";
