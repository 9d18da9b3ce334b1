import type { Exchange, Listing } from "./instrument.ts";
import { onePrice, type Price } from "./price.ts";

/** Gives the step that prices of an instrument take around a price; on HOSE a share's step grows with its price. */
export function priceStepOf({ exchange, type }: Listing, price: Price): Price {
  switch (exchange) {
    case "HOSE":
      return type === "stock" ? shareStepOnHose(price) : 10n * onePrice;
    case "HNX":
      return type === "etf" ? onePrice : 100n * onePrice;
    case "UPCOM":
      return 100n * onePrice;
    case "DERIVATIVES":
      return onePrice / 10n;
  }
}

/** Whether an order may name this price at all. */
export function isOnStep(listing: Listing, price: Price): boolean {
  return price > 0n && price % priceStepOf(listing, price) === 0n;
}

function shareStepOnHose(price: Price): Price {
  if (price < 10_000n * onePrice) return 10n * onePrice;
  return price < 50_000n * onePrice ? 50n * onePrice : 100n * onePrice;
}

/** The prices between which a day's trading stays, both included. */
export type Band = { readonly ceiling: Price; readonly floor: Price };

const bandPercents: Readonly<Record<Exchange, bigint>> = { HOSE: 7n, HNX: 10n, UPCOM: 15n, DERIVATIVES: 7n };

/**
 * Computes the band of a day from its reference price. Both ends are rounded inwards to a step, so that no price in
 * the band moves by more than the exchange allows; where a step is wider than the band, only the reference is left.
 */
export function bandOf(listing: Listing, referencePrice: Price): Band {
  if (referencePrice <= 0n)
    throw new RangeError(`${referencePrice} is no reference price; a price is above 0.`);
  const percent = bandPercentOf(listing.exchange);
  // In hundredths of the price's own unit, so that nothing is lost before the one rounding that is meant.
  const ceiling = roundToStep(listing, referencePrice * (100n + percent), "down");
  const floor = roundToStep(listing, referencePrice * (100n - percent), "up");
  return { ceiling, floor };
}

/** By how many percent of its reference price an instrument moves on a day at most. */
function bandPercentOf(exchange: Exchange): bigint {
  return bandPercents[exchange];
}

function roundToStep(listing: Listing, hundredths: bigint, rounding: "down" | "up"): Price {
  const step = priceStepOf(listing, hundredths / 100n);
  const stepHundredths = step * 100n;
  const down = (hundredths / stepHundredths) * step;
  return rounding === "up" && hundredths % stepHundredths !== 0n ? down + step : down;
}

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
