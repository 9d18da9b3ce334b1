import { bandOf } from "../band-of.ts";
import type { Listing } from "../instrument.ts";
import type { Price } from "../price.ts";
import { priceStepOf } from "../price-step-of.ts";

/** Lists every price that an order may name on a day, lowest first; a rung is the place of a price in this list. */
export function listPrices(listing: Listing, referencePrice: Price): readonly Price[] {
  const { ceiling, floor } = bandOf(listing, referencePrice);
  const prices: Price[] = [];
  for (let price = floor; price <= ceiling; price += priceStepOf(listing, price)) prices.push(price);
  return prices;
}

/** Finds the rung whose price is a price, or else the highest below it; the lowest where there is none. */
export function rungOf(prices: readonly Price[], price: Price): number {
  let [low, high] = [0, prices.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((prices[middle] ?? 0n) <= price) low = middle;
    else high = middle - 1;
  }
  return low;
}
