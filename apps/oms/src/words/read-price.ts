import { parsePrice } from "@trading-oms/market";
import { UsageFault } from "../usage-fault.ts";

/** Reads a price; whether it is on a step is for whoever knows the instrument. */
export function readPrice(name: string, text: string): bigint {
  const price = parsePrice(text);
  if (price !== undefined) return price;
  throw new UsageFault(`${name} "${text}" is no price: write such as 25000 or 1461.5.`);
}
