import { type Position, sizeOf } from "./position.ts";

/** What the market says of a position, before any rate is asked. */
export type PositionValue = {
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
