import type { Listing } from "./instrument.ts";
import { onePrice, type Price } from "./price.ts";
import { type Product, productOf } from "./products.ts";

/** The price step of an instrument at a price. On HOSE the step of a share grows with its price. */
export function priceStepOf(listing: Listing, price: Price): Price {
  switch (listing.exchange) {
    case "HOSE":
      return listing.type === "stock" ? shareStepOnHose(price) : 10n * onePrice;
    case "HNX":
      return listing.type === "etf" ? onePrice : 100n * onePrice;
    case "UPCOM":
      return 100n * onePrice;
    case "DERIVATIVES":
      return productBy(listing.symbol).priceStep;
  }
}

/** Whether an order may have this price: above 0 and on a step. */
export function isOnStep(listing: Listing, price: Price): boolean {
  return price > 0n && price % priceStepOf(listing, price) === 0n;
}

function shareStepOnHose(price: Price): Price {
  if (price < 10_000n * onePrice) return 10n * onePrice;
  return price < 50_000n * onePrice ? 50n * onePrice : 100n * onePrice;
}

/**
 * The first price on a step below or above a price that is a fraction, such as the one at which a rate is reached. Undefined if
 * there is none above 0.
 */
export function firstStepPast(
  listing: Listing,
  { numerator, denominator }: { readonly numerator: bigint; readonly denominator: bigint },
  direction: "below" | "above",
): Price | undefined {
  if (direction === "above") {
    const price = numerator / denominator + 1n;
    const step = priceStepOf(listing, price);
    return ((price + step - 1n) / step) * step;
  }
  const price = (numerator - 1n) / denominator;
  const step = priceStepOf(listing, price);
  return price < step ? undefined : (price / step) * step;
}

/** The price range of a trading day, both ends included. */
export type Band = { readonly ceiling: Price; readonly floor: Price };

const bandPercents = { HOSE: 7n, HNX: 10n, UPCOM: 15n } as const;

/**
 * Computes the price band of a day from its reference price. Both ends are rounded inwards to a step, so that no price in the band
 * moves by more than the exchange allows. A step that is wider than the band is allowed once in both directions, but never to 0.
 */
export function bandOf(listing: Listing, referencePrice: Price): Band {
  if (referencePrice <= 0n)
    throw new RangeError(`The reference price is ${referencePrice}: give more than 0.`);
  const percent = bandPercentOf(listing);
  // In hundredths, so that only the final rounding loses precision.
  const ceiling = roundToStep(listing, referencePrice * (100n + percent), "down");
  const floor = roundToStep(listing, referencePrice * (100n - percent), "up");
  if (floor < ceiling) return { ceiling, floor };
  const step = priceStepOf(listing, referencePrice);
  const above = roundToStep(listing, referencePrice * 100n, "down") + step;
  const below = roundToStep(listing, referencePrice * 100n, "up") - step;
  return { ceiling: above, floor: below > 0n ? below : step };
}

/** The largest move of a day, in percent of the reference price. */
function bandPercentOf(listing: Listing): bigint {
  return listing.exchange === "DERIVATIVES"
    ? productBy(listing.symbol).bandPercent
    : bandPercents[listing.exchange];
}

/** The product of a contract. A catalog lists no contract without one. */
function productBy(symbol: string): Product {
  const product = productOf(symbol);
  if (product === undefined) throw new RangeError(`${symbol} is not the code of a future.`);
  return product;
}

function roundToStep(listing: Listing, hundredths: bigint, rounding: "down" | "up"): Price {
  const step = priceStepOf(listing, hundredths / 100n);
  const stepHundredths = step * 100n;
  const down = (hundredths / stepHundredths) * step;
  return rounding === "up" && hundredths % stepHundredths !== 0n ? down + step : down;
}

/** A price below a tenth or above ten times the catalog's reference price is in another unit. */
const catalogFactorMax = 10;

/** On the first day of trading the band is 20 % instead of 7, 30 % instead of 10, and 40 % instead of 15. */
const bandFactorMax = 3;

export type PriceReferences = {
  /** The reference price in the catalog, which may be weeks old. */
  readonly listed: Price;
  /** The reference price of the day of the trade, if the feed sent it. */
  readonly ofDay?: Price | undefined;
};

/**
 * Whether a price is plausible. The band of the day is not applied strictly: on first days it is three times as wide, for cheap
 * shares it is one step wide, and a warrant follows the band of its underlying. Refusing a correct price is as bad as accepting a
 * wrong one.
 */
export function isPlausiblePrice(
  listing: Listing,
  price: Price,
  { listed, ofDay }: PriceReferences,
): boolean {
  const [paid, expected] = [Number(price), Number(listed)];
  if (paid * catalogFactorMax < expected || paid > expected * catalogFactorMax) return false;
  if (ofDay === undefined || listing.type === "warrant") return true;
  const moved = Math.abs(paid - Number(ofDay));
  const movedMax = (Number(ofDay) * bandFactorMax * Number(bandPercentOf(listing))) / 100;
  return moved <= Math.max(movedMax, Number(priceStepOf(listing, price)));
}
