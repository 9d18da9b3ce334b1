import { UsageFault } from "../usage-fault.ts";

/**
 * Reads a whole number that was written by a person: `1000000`, `1_000_000` or `1,000,000`. Whether it is too small or
 * too large is for whoever knows what it is for.
 */
export function readAmount(name: string, text: string): bigint {
  if (/^-?(?:[0-9]+|[0-9]{1,3}(?:_[0-9]{3})+|[0-9]{1,3}(?:,[0-9]{3})+)$/.test(text)) {
    return BigInt(text.replaceAll(/[_,]/g, ""));
  }
  if (/^-?[0-9_,]*\.[0-9]+$/.test(text)) {
    throw new UsageFault(`${name} ${text} is fractional: write a whole number, such as 1,000,000.`);
  }
  throw new UsageFault(`${name} "${text}" is no whole number: write such as 1000000 or 1,000,000.`);
}
