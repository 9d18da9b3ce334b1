import type { CardTruth } from "@trading-oms/cards";
import type { CardAnswer } from "./card-contender.ts";

/** How one card was read. */
export type CardVerdict = {
  readonly kind: "2021" | "2024";
  readonly seed: number;
  readonly condition: string;
  /** Fields that are as on the card, those that are not, and the rest is missing. */
  readonly right: readonly (keyof CardTruth)[];
  readonly wrong: readonly (keyof CardTruth)[];
  readonly isComplete: boolean;
  readonly ms: number;
};

/** Compares an answer with what stands on the card, letter by letter. */
export function judgeCard(
  { fields }: CardAnswer,
  truth: CardTruth,
): { readonly right: readonly (keyof CardTruth)[]; readonly wrong: readonly (keyof CardTruth)[] } {
  const names = Object.keys(truth) as (keyof CardTruth)[];
  const given = names.filter((name) => fields[name] !== undefined);
  return {
    right: given.filter((name) => fields[name] === truth[name]),
    wrong: given.filter((name) => fields[name] !== truth[name]),
  };
}
