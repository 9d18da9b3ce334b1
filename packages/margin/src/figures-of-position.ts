import { divide } from "./divide.ts";
import { needToReach } from "./need-to-reach.ts";
import type { Position } from "./position.ts";
import { oneMillionths, type Rates } from "./rates.ts";
import { valuePosition } from "./value-position.ts";

/** What a position is worth, asks for, and has come to at one mark. */
export type PositionFigures = {
  readonly marketVnd: bigint;
  readonly unrealizedVnd: bigint;
  /** What the rates of now ask of the market value; an account sets it aside. */
  readonly requirementVnd: bigint;
  /** In millionths, rounded down for display; calls are decided on the exact ratio. */
  readonly dealRatio: bigint;
  readonly isCalled: boolean;
  readonly isForceClosed: boolean;
  /** The covered amount, absolute and not a change, that reaches the margin-call rate. */
  readonly neededVnd: bigint;
};

/** Computes what a position comes to at a price, so that everybody judges it by the same figures. */
export function figuresOfPosition(position: Position, rates: Rates, unitVnd: bigint): PositionFigures {
  const { marketVnd, unrealizedVnd, cushionVnd } = valuePosition(position, unitVnd);
  // A floor of 0 is switched off: even a ratio below 0 is not called by it.
  const isBelow = (rate: bigint) => rate > 0n && cushionVnd * oneMillionths < rate * marketVnd;
  return {
    marketVnd,
    unrealizedVnd,
    // Requirements round up, so that no part of a dong is lent.
    requirementVnd: divide(rates.marginRatio * marketVnd, oneMillionths, "up"),
    // Rounded down, so that a ratio below its floor never looks as if it had reached it.
    dealRatio: divide(cushionVnd * oneMillionths, marketVnd, "down"),
    isCalled: isBelow(rates.marginCallRate),
    isForceClosed: isBelow(rates.forceCloseRate),
    neededVnd: needToReach(position, unitVnd, rates.marginCallRate),
  };
}
