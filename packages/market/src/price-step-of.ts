import type { Listing } from "./instrument.ts";
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
