/**
 * A price in thousandths of its unit: VND for equities, index points for index futures. 0.1 point is exactly `100n`; 25,000 VND is
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

/** The number nearest to thousandths of any size. JSON writes it with the same digits if there are at most 15. */
export function nearestNumber(thousandths: bigint): number {
  const small = Number(thousandths);
  if (Number.isSafeInteger(small)) return small / Number(onePrice);
  return thousandths < 0n ? -nearestNumber(-thousandths) : Number(renderPrice(thousandths));
}
