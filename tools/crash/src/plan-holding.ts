import type { Holding } from "./holding.ts";

/** A change of a position, and what it has to come to, reckoned here and not by those who are judged. */
export type HoldingPlan = {
  readonly kind: "set" | "reduce" | "close";
  readonly quantity: bigint;
  readonly unitVnd: bigint;
  readonly after: Holding;
  readonly realizedVnd: bigint;
};

const unitsVnd = [10n, 20n, 30n];
const quantityMax = 50;

/**
 * Plans a change that can be seen in the quantity. A whole position is always set at one price, so that each part of
 * it has a whole share of what was paid.
 */
export function planHolding({ quantity, entryVnd }: Holding, random: () => number): HoldingPlan {
  const unitVnd = unitsVnd[random() % unitsVnd.length] ?? 10n;
  const choice = random() % 4;
  if (quantity < 2n || choice === 0) {
    const wanted = BigInt(2 + (random() % quantityMax));
    const size = wanted === quantity ? wanted + 1n : wanted;
    const after = { quantity: size, entryVnd: size * unitVnd };
    return { kind: "set", quantity: size, unitVnd, after, realizedVnd: 0n };
  }
  const gainVnd = unitVnd - entryVnd / quantity;
  if (choice === 1) {
    const after = { quantity: 0n, entryVnd: 0n };
    return { kind: "close", quantity, unitVnd, after, realizedVnd: quantity * gainVnd };
  }
  const part = 1n + (BigInt(random()) % (quantity - 1n));
  const left = quantity - part;
  const after = { quantity: left, entryVnd: (entryVnd / quantity) * left };
  return { kind: "reduce", quantity: part, unitVnd, after, realizedVnd: part * gainVnd };
}
