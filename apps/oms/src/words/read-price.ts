import { parsePrice } from "@trading-oms/market";
import { UsageFault } from "../usage-fault.ts";

/** Reads a price, grouped as amounts may be; whether it is on a step is for whoever knows the instrument. */
export function readPrice(name: string, text: string): bigint {
  const isGrouped = /^[0-9]{1,3}(?:(?:_[0-9]{3})+|(?:,[0-9]{3})+)(?:\.[0-9]+)?$/.test(text);
  const price = parsePrice(isGrouped ? text.replaceAll(/[_,]/g, "") : text);
  if (price !== undefined) return price;
  throw new UsageFault(`${name} "${text}" is no price: write such as 25000, 25,000 or 1461.5.`);
}
