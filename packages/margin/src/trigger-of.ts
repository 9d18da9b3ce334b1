import { type Position, sizeOf } from "./position.ts";
import { oneMillionths } from "./rates.ts";

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
