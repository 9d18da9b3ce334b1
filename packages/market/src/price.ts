/**
 * A price in thousandths of what its instrument is quoted in: of a VND for equities, of an index point for index
 * futures. 0.1 point is `100n` and exact; a price of 25,000 VND is `25_000_000n`.
 */
export type Price = bigint;

/** How much of a price is one VND or one point. */
export const onePrice: Price = 1_000n;

/** Reads a price as people write it, `25000` or `1461.5`, without a detour over a binary fraction. */
export function parsePrice(text: string): Price | undefined {
  const [, whole, fraction = ""] = /^(0|[1-9][0-9]{0,12})(?:\.([0-9]{1,3}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole) * onePrice + BigInt(fraction.padEnd(3, "0"));
}

/** Writes a price, which is never below 0, as people do and as `parsePrice` reads it. */
export function renderPrice(price: Price): string {
  const fraction = `${price % onePrice}`.padStart(3, "0").replace(/0+$/, "");
  return `${price / onePrice}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Gives the number nearest to thousandths of any size: JSON writes it with the same digits, as long as there are at most 15. */
export function nearestNumber(thousandths: bigint): number {
  const small = Number(thousandths);
  if (Number.isSafeInteger(small)) return small / Number(onePrice);
  return thousandths < 0n ? -nearestNumber(-thousandths) : Number(renderPrice(thousandths));
}
