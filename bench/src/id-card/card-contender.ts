import type { CardTruth } from "@trading-oms/cards";

/** What a contender says of a card: the fields that it would give away, and whether it takes the card for read. */
export type CardAnswer = {
  readonly fields: Readonly<Partial<Record<keyof CardTruth, string>>>;
  readonly isComplete: boolean;
};

/** Whoever reads cards. */
export type CardContender = {
  readonly read: (front: Uint8Array, back: Uint8Array) => Promise<CardAnswer>;
  readonly close: () => Promise<void>;
};
