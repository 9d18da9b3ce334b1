import { divide, leastOf, mostOf } from "./arithmetic.ts";
import { type Episode, recoveryOf } from "./decide-episode.ts";
import { type Position, sizeOf } from "./position.ts";
import { oneMillionths, type Rates } from "./rates.ts";

/** A price of one unit as an exact fraction: rounded to a price step, it would call too early or too late. */
export type Trigger = { readonly numeratorVnd: bigint; readonly denominator: bigint };

/**
 * Computes the price at which the deal ratio is exactly a target, in millionths from 0 to 1. A long position is below
 * its target at prices below the trigger, a short one at prices above. There is none where no price makes the
 * difference, and for a target of 0, which is a floor switched off.
 */
export function triggerOf(position: Position, target: bigint): Trigger | undefined {
  if (target < 0n || target > oneMillionths) {
    throw new RangeError(`A target of ${target} millionths is not from 0 to ${oneMillionths}.`);
  }
  if (target === 0n) return undefined;
  const { quantity, entryVnd, postedVnd, coveredVnd } = position;
  const isLong = quantity > 0n;
  const heldVnd = postedVnd + coveredVnd;
  const numeratorVnd = (isLong ? entryVnd - heldVnd : entryVnd + heldVnd) * oneMillionths;
  const denominator = sizeOf(position) * (isLong ? oneMillionths - target : oneMillionths + target);
  return numeratorVnd <= 0n || denominator === 0n ? undefined : { numeratorVnd, denominator };
}

/** Prices of one unit, both ends included; without a maximum it has no upper end, and with one below its minimum no price. */
export type UnitRange = { readonly unitVndMin: bigint; readonly unitVndMax: bigint | undefined };

const allPrices: UnitRange = { unitVndMin: 1n, unitVndMax: undefined };
const noPrice: UnitRange = { unitVndMin: 1n, unitVndMax: 0n };

/**
 * Computes the prices at which a position has nothing to tell: within them no price opens or ends an episode or tells
 * a force close, and every price beyond them does. A watch sorts its positions by these ends, so that a tick touches
 * only those that it hits. Whole VND lose nothing, for every mark is whole.
 */
export function quietRangeOf(position: Position, rates: Rates, episode: Episode): UnitRange {
  const { marginCallRate, forceCloseRate } = rates;
  if (!episode.isOpen) return reaching(position, marginCallRate, oneMillionths);
  const { parts, whole } = recoveryOf(marginCallRate);
  const stillOpen = outside(position, reaching(position, parts, whole));
  if (episode.isForceCloseTold) return stillOpen;
  return overlap(stillOpen, reaching(position, forceCloseRate, oneMillionths));
}

/** The prices at which the deal ratio is at least `parts` of `whole`; a floor of 0 is switched off, and always reached. */
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

/** The other prices. A long position reaches a ratio from some price up, a short one down. */
function outside({ quantity }: Position, { unitVndMin, unitVndMax }: UnitRange): UnitRange {
  if (quantity > 0n)
    return unitVndMax === undefined ? { unitVndMin: 1n, unitVndMax: unitVndMin - 1n } : allPrices;
  return unitVndMax === undefined ? noPrice : { unitVndMin: unitVndMax + 1n, unitVndMax: undefined };
}

function overlap(one: UnitRange, other: UnitRange): UnitRange {
  const unitVndMin = mostOf(one.unitVndMin, other.unitVndMin);
  if (one.unitVndMax === undefined) return { unitVndMin, unitVndMax: other.unitVndMax };
  if (other.unitVndMax === undefined) return { unitVndMin, unitVndMax: one.unitVndMax };
  return { unitVndMin, unitVndMax: leastOf(one.unitVndMax, other.unitVndMax) };
}
