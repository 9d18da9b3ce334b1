import { divide } from "./arithmetic.ts";
import { oneMillionths, type Rates } from "./rates.ts";

/**
 * What is remembered of a position: all else follows from it, the rates and a price. It holds sums rather than an
 * average price, so that nothing was rounded before it is needed.
 */
export type Position = {
  /** Signed: above 0 for long, below for short, never 0. */
  readonly quantity: bigint;
  /** The entry value of all of it, whole. */
  readonly entryVnd: bigint;
  /** Fixed when the position is set, whatever becomes of the rates later. */
  readonly postedVnd: bigint;
  /** What the owner has set aside to meet calls. */
  readonly coveredVnd: bigint;
};

/** How much of it there is, whichever way it points. */
export function sizeOf({ quantity }: Position): bigint {
  return quantity < 0n ? -quantity : quantity;
}

/** What the market says of a position, before any rate is asked. */
type PositionValue = {
  readonly marketVnd: bigint;
  readonly unrealizedVnd: bigint;
  /** Posted, covered and unrealised together: what stands against the market value. */
  readonly cushionVnd: bigint;
};

/** Marks a position to the price of one unit, which is above 0, for a deal ratio divides by it. */
export function valuePosition(position: Position, unitVnd: bigint): PositionValue {
  if (unitVnd <= 0n) throw new RangeError(`One unit is worth ${unitVnd} VND; a mark is above 0.`);
  const marketVnd = sizeOf(position) * unitVnd;
  const gainVnd = marketVnd - position.entryVnd;
  const unrealizedVnd = position.quantity < 0n ? -gainVnd : gainVnd;
  return { marketVnd, unrealizedVnd, cushionVnd: position.postedVnd + position.coveredVnd + unrealizedVnd };
}

/**
 * Opens a position of a signed quantity whose entry value, the price paid for all of it, is whole. It starts without
 * cover, also where there was one of the same symbol before.
 */
export function openPosition(quantity: bigint, entryVnd: bigint, rates: Rates): Position {
  if (quantity === 0n) throw new RangeError("A position of 0 is none.");
  if (entryVnd <= 0n) throw new RangeError(`The entry value is ${entryVnd} VND; it is above 0.`);
  // Rounded down: what is posted counts for the owner, and only whole dongs are there.
  const postedVnd = divide(rates.marginRatio * entryVnd, oneMillionths, "down");
  return { quantity, entryVnd, postedVnd, coveredVnd: 0n };
}

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

/**
 * Closes a position at a price. Nothing of it is left: the result goes into equity, and what was posted and covered
 * is free because the account no longer holds the position.
 */
export function closePosition(position: Position, unitVnd: bigint): { readonly realizedVnd: bigint } {
  return { realizedVnd: valuePosition(position, unitVnd).unrealizedVnd };
}
