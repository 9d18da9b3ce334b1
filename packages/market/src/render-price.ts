import { onePrice, type Price } from "./price.ts";

/** Writes a price, which is never below 0, as people do and as `parsePrice` reads it. */
export function renderPrice(price: Price): string {
  const fraction = `${price % onePrice}`.padStart(3, "0").replace(/0+$/, "");
  return `${price / onePrice}${fraction === "" ? "" : `.${fraction}`}`;
}
