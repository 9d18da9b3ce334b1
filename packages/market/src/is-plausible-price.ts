import { bandPercentOf } from "./band-of.ts";
import type { Listing } from "./instrument.ts";
import type { Price } from "./price.ts";
import { priceStepOf } from "./price-step-of.ts";

/** Below a tenth of what the catalog says, or above ten times of it, a price was counted in other units. */
const timesMax = 10;

/** First days of trading have bands of 20 percent where others have 7, of 30 for 10, and of 40 for 15. */
const bandsMax = 3;

/** What a price is held against. */
export type PriceReferences = {
  /** The reference price of the catalog, which may be weeks old. */
  readonly listed: Price;
  /** The reference price of the day on which the price was paid, where somebody told it. */
  readonly ofDay?: Price | undefined;
};

/**
 * Whether a price may be true. The band of a day is not asked for to the letter: it is three times as wide on first days,
 * one step wide where shares are cheap, and a warrant's is that of what it stands on. To refuse a true price would be as
 * bad as to believe a false one.
 */
export function isPlausiblePrice(
  listing: Listing,
  price: Price,
  { listed, ofDay }: PriceReferences,
): boolean {
  const [paid, expected] = [Number(price), Number(listed)];
  if (paid * timesMax < expected || paid > expected * timesMax) return false;
  if (ofDay === undefined || listing.type === "warrant") return true;
  const moved = Math.abs(paid - Number(ofDay));
  const movedMax = (Number(ofDay) * bandsMax * Number(bandPercentOf(listing.exchange))) / 100;
  return moved <= Math.max(movedMax, Number(priceStepOf(listing, price)));
}
