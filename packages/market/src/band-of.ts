import type { Exchange } from "./exchange.ts";
import type { Listing } from "./instrument.ts";
import type { Price } from "./price.ts";
import { priceStepOf } from "./price-step-of.ts";

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
export function bandPercentOf(exchange: Exchange): bigint {
  return bandPercents[exchange];
}

function roundToStep(listing: Listing, hundredths: bigint, rounding: "down" | "up"): Price {
  const step = priceStepOf(listing, hundredths / 100n);
  const stepHundredths = step * 100n;
  const down = (hundredths / stepHundredths) * step;
  return rounding === "up" && hundredths % stepHundredths !== 0n ? down + step : down;
}
