import { type Price, renderPrice } from "@trading-oms/market";
import { renderNumber } from "./render-number.ts";

/** Writes a price as people read it: 80,000 or 1,461.5. */
export function renderGroupedPrice(price: Price): string {
  const [whole = "", fraction] = renderPrice(price).split(".");
  return `${renderNumber(BigInt(whole))}${fraction === undefined ? "" : `.${fraction}`}`;
}
