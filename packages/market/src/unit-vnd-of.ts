import type { Instrument } from "./instrument.ts";
import { onePrice, type Price } from "./price.ts";

/**
 * Turns a price into the whole VND that one share or contract is worth at it, which is how margin takes prices. A
 * price on its step always comes out whole; another is refused rather than rounded.
 */
export function unitVndOf({ contractSize = 1n }: Pick<Instrument, "contractSize">, price: Price): bigint {
  const worth = price * contractSize;
  if (worth <= 0n || worth % onePrice !== 0n) {
    throw new RangeError(`A price of ${price} thousandths is not a whole VND above 0 a unit.`);
  }
  return worth / onePrice;
}
