import { divide } from "./arithmetic.ts";
import { oneMillionths, type Rates } from "./rates.ts";

/**
 * The stored state of a position. Everything else follows from it, the rates and a price. It holds sums instead of an average
 * price, so that nothing is rounded early.
 */
export type Position = {
  /** Positive for long, negative for short, never 0. */
  readonly quantity: bigint;
  /** The entry value of the whole position, in whole VND. */
  readonly entryVnd: bigint;
  /** The margin posted when the position was set. Later rates do not change it. */
  readonly postedVnd: bigint;
  /** The amount that the owner set aside to meet margin calls. */
  readonly coveredVnd: bigint;
};

/** The absolute quantity. */
export function sizeOf({ quantity }: Position): bigint {
  return quantity < 0n ? -quantity : quantity;
}

/** The value of a position at a price, independent of rates. */
type PositionValue = {
  readonly marketVnd: bigint;
  readonly unrealizedVnd: bigint;
  /** Posted, covered and unrealised amounts together: the numerator of the deal ratio. */
  readonly cushionVnd: bigint;
};

/** Values a position at a unit price. The price must be above 0, because the deal ratio divides by the market value. */
export function valuePosition(position: Position, unitVnd: bigint): PositionValue {
  if (unitVnd <= 0n) throw new RangeError(`The mark is ${unitVnd} VND: give more than 0.`);
  const marketVnd = sizeOf(position) * unitVnd;
  const gainVnd = marketVnd - position.entryVnd;
  const unrealizedVnd = position.quantity < 0n ? -gainVnd : gainVnd;
  return { marketVnd, unrealizedVnd, cushionVnd: position.postedVnd + position.coveredVnd + unrealizedVnd };
}

/**
 * Opens a position. The quantity is signed; the entry value is the price of the whole position in whole VND. A new position has no
 * cover, even if an earlier one of the same symbol had.
 */
export function openPosition(quantity: bigint, entryVnd: bigint, rates: Rates): Position {
  if (quantity === 0n) throw new RangeError("The quantity is 0: give another number.");
  if (entryVnd <= 0n) throw new RangeError(`The entry value is ${entryVnd} VND: give more than 0.`);
  // Rounded down: the posted amount counts in the owner's favour, and only whole VND exist.
  const postedVnd = divide(rates.marginRatio * entryVnd, oneMillionths, "down");
  return { quantity, entryVnd, postedVnd, coveredVnd: 0n };
}

/** The remaining position, and the result that goes into the account's equity. */
export type Reduction = { readonly position: Position; readonly realizedVnd: bigint };

/**
 * Reduces a position by part of its quantity, at a price. The cover stays. The part must be above 0 and below the whole. To take
 * all, close the position; to take more, close it and open another.
 */
export function reducePosition(position: Position, quantity: bigint, unitVnd: bigint): Reduction {
  const size = sizeOf(position);
  if (quantity <= 0n || quantity >= size) {
    throw new RangeError(`The reduction is ${quantity} of ${size}: give more than 0 and less than all.`);
  }
  const left = size - quantity;
  const isLong = position.quantity > 0n;
  const rest = {
    quantity: isLong ? left : -left,
    // Rounded against the owner (down for long, up for short), so that the result of the part is rounded down, as trading power is.
    // The remainder stays in the position: the results of all parts add up to the result of the whole.
    entryVnd: divide(position.entryVnd * left, size, isLong ? "down" : "up"),
    // Rounded down, as in `openPosition`.
    postedVnd: divide(position.postedVnd * left, size, "down"),
    coveredVnd: position.coveredVnd,
  };
  const wholeVnd = valuePosition(position, unitVnd).unrealizedVnd;
  return { position: rest, realizedVnd: wholeVnd - valuePosition(rest, unitVnd).unrealizedVnd };
}

/**
 * Closes a position at a price and returns the result, which goes into equity. Posted and covered amounts become free because the
 * account no longer holds the position.
 */
export function closePosition(position: Position, unitVnd: bigint): { readonly realizedVnd: bigint } {
  return { realizedVnd: valuePosition(position, unitVnd).unrealizedVnd };
}
