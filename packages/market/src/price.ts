/**
 * A price in thousandths of its unit: index points for index futures, VND for all else. 0.1 point is exactly `100n`; 25,000 VND is
 * `25_000_000n`.
 */
export type Price = bigint;

/** One VND or one index point as a price. */
export const onePrice: Price = 1_000n;

/** Parses a decimal price such as `25000` or `1461.5`, without floating point. */
export function parsePrice(text: string): Price | undefined {
  const [, whole, fraction = ""] = /^(0|[1-9][0-9]{0,12})(?:\.([0-9]{1,3}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole) * onePrice + BigInt(fraction.padEnd(3, "0"));
}

/** Formats a price of 0 or above as a decimal that `parsePrice` accepts. */
export function renderPrice(price: Price): string {
  const fraction = `${price % onePrice}`.padStart(3, "0").replace(/0+$/, "");
  return `${price / onePrice}${fraction === "" ? "" : `.${fraction}`}`;
}
