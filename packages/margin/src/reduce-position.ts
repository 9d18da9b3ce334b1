import { divide } from "./divide.ts";
import { type Position, sizeOf } from "./position.ts";
import { valuePosition } from "./value-position.ts";

/** What is left of a position, and what went into the account's equity. */
export type Reduction = { readonly position: Position; readonly realizedVnd: bigint };

/**
 * Takes a part, above 0 and below all of it, out of a position at a price; the cover stays. To take all of it is to
 * close it, and to take more is to close it and open another.
 */
export function reducePosition(position: Position, quantity: bigint, unitVnd: bigint): Reduction {
  const size = sizeOf(position);
  if (quantity <= 0n || quantity >= size) {
    throw new RangeError(`${quantity} of ${size} is not a part; a part is above 0 and below all of it.`);
  }
  const left = size - quantity;
  const isLong = position.quantity > 0n;
  const rest = {
    quantity: isLong ? left : -left,
    // Rounded against the owner, down for long and up for short, so that the part realises its share rounded down, as
    // power rounds down. What it lost stays in the rest: the results of all parts add up to that of the whole.
    entryVnd: divide(position.entryVnd * left, size, isLong ? "down" : "up"),
    // Rounded down, as when it was posted.
    postedVnd: divide(position.postedVnd * left, size, "down"),
    coveredVnd: position.coveredVnd,
  };
  const wholeVnd = valuePosition(position, unitVnd).unrealizedVnd;
  return { position: rest, realizedVnd: wholeVnd - valuePosition(rest, unitVnd).unrealizedVnd };
}
