import type { BadReason } from "./bad-reasons.ts";
import { readPositiveNumber } from "./read-number.ts";
import { readThousandthsOfPrice } from "./read-thousandths.ts";

/** All orders at one price, as a wire has read them. */
export type ReadLevels = { readonly price: bigint; readonly quantity: number }[];

/** No exchange shows more levels of a book. */
export const levelsMax = 50;

/** Reads the levels of one side of a book, a pair of price and quantity each, or tells what is wrong with one. */
export function readLevels(value: unknown): ReadLevels | BadReason {
  if (!Array.isArray(value) || value.length > levelsMax) return "value";
  const levels: ReadLevels = [];
  for (const pair of value) {
    if (!Array.isArray(pair)) return "value";
    const price = readThousandthsOfPrice(pair[0]);
    if (price === undefined) return "price";
    const quantity = readPositiveNumber(pair[1]);
    if (quantity === undefined) return "quantity";
    levels.push({ price, quantity });
  }
  return levels;
}
