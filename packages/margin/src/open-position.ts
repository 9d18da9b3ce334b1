import { divide } from "./divide.ts";
import type { Position } from "./position.ts";
import { oneMillionths, type Rates } from "./rates.ts";

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
