import { onePrice, type Price } from "./price.ts";

/** Reads a price as people write it, `25000` or `1461.5`, without a detour over a binary fraction. */
export function parsePrice(text: string): Price | undefined {
  const [, whole, fraction = ""] = /^(0|[1-9][0-9]{0,12})(?:\.([0-9]{1,3}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole) * onePrice + BigInt(fraction.padEnd(3, "0"));
}
