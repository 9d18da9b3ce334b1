import { divide, maxOf } from "./arithmetic.ts";
import { type Episode, recoveryOf } from "./decide-episode.ts";
import { type Position, sizeOf } from "./position.ts";
import { oneMillionths, type Rates } from "./rates.ts";

/** A unit price as an exact fraction. Rounded to a price step, it would call too early or too late. */
export type Trigger = { readonly numeratorVnd: bigint; readonly denominator: bigint };

/**
 * Computes the price at which the deal ratio equals a target, in millionths from 0 to 1. A long position is below its target at
 * prices below the trigger, a short one at prices above. Undefined if every price is on the same side of the target, and for a
 * target of 0, which is a rate that is switched off.
 */
export function triggerOf(position: Position, target: bigint): Trigger | undefined {
  if (target < 0n || target > oneMillionths) {
    throw new RangeError(`The target is ${target} millionths: give 0 to ${oneMillionths}.`);
  }
  if (target === 0n) return undefined;
  const { quantity, entryVnd, postedVnd, coveredVnd } = position;
  const isLong = quantity > 0n;
  const heldVnd = postedVnd + coveredVnd;
  const numeratorVnd = (isLong ? entryVnd - heldVnd : entryVnd + heldVnd) * oneMillionths;
  const denominator = sizeOf(position) * (isLong ? oneMillionths - target : oneMillionths + target);
  return numeratorVnd <= 0n || denominator === 0n ? undefined : { numeratorVnd, denominator };
}

/** A range of unit prices, both ends included. Without a maximum it is unbounded; with a maximum below its minimum it is empty. */
export type UnitRange = { readonly unitVndMin: bigint; readonly unitVndMax: bigint | undefined };

const allPrices: UnitRange = { unitVndMin: 1n, unitVndMax: undefined };
const noPrice: UnitRange = { unitVndMin: 1n, unitVndMax: 0n };

/**
 * Computes the range of prices at which `decideEpisode` does nothing: no episode opens or ends, and no force close is sent. Every
 * price outside the range has an effect. The watch sorts positions by these ends, so that a tick touches only those it affects.
 * Whole VND lose no precision, because every mark is whole.
 */
export function quietRangeOf(position: Position, rates: Rates, episode: Episode): UnitRange {
  const { marginCallRate, forceCloseRate } = rates;
  if (!episode.isOpen) return reaching(position, marginCallRate, oneMillionths);
  const { parts, whole } = recoveryOf(marginCallRate);
  const stillOpen = outside(position, reaching(position, parts, whole));
  if (episode.isForceCloseNotified) return stillOpen;
  return overlap(stillOpen, reaching(position, forceCloseRate, oneMillionths));
}

/** The prices at which the deal ratio is at least `parts / whole`. A rate of 0 is switched off: every price reaches it. */
function reaching(position: Position, parts: bigint, whole: bigint): UnitRange {
  if (parts === 0n) return allPrices;
  const { quantity, entryVnd, postedVnd, coveredVnd } = position;
  const heldVnd = postedVnd + coveredVnd;
  if (quantity < 0n) {
    const unitVndMax = divide((entryVnd + heldVnd) * whole, sizeOf(position) * (whole + parts), "down");
    return { unitVndMin: 1n, unitVndMax };
  }
  const owedVnd = entryVnd - heldVnd;
  if (owedVnd <= 0n) return allPrices;
  if (parts === whole) return noPrice;
  return { unitVndMin: divide(owedVnd * whole, quantity * (whole - parts), "up"), unitVndMax: undefined };
}

/** The complement of a range. A long position reaches a ratio from some price upwards, a short one downwards. */
function outside({ quantity }: Position, { unitVndMin, unitVndMax }: UnitRange): UnitRange {
  if (quantity > 0n)
    return unitVndMax === undefined ? { unitVndMin: 1n, unitVndMax: unitVndMin - 1n } : allPrices;
  return unitVndMax === undefined ? noPrice : { unitVndMin: unitVndMax + 1n, unitVndMax: undefined };
}

/** Where a call is still open and no force close is due. One of the two ranges is unbounded. */
function overlap(one: UnitRange, other: UnitRange): UnitRange {
  return {
    unitVndMin: maxOf(one.unitVndMin, other.unitVndMin),
    unitVndMax: one.unitVndMax ?? other.unitVndMax,
  };
}
