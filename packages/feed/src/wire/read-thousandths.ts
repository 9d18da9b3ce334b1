/** More digits than the sum of everything that was ever traded has. */
const digits = /^(?:0|[1-9][0-9]{0,35})$/;
const priceMax = 1_000_000_000_000_000_000n;

/** Reads an amount of whole thousandths from 0 on: a number where that is exact, and else its digits as a text. */
export function readThousandths(value: unknown): bigint | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined;
  return typeof value === "string" && digits.test(value) ? BigInt(value) : undefined;
}

/** Reads a price in whole thousandths, which is above 0. */
export function readThousandthsOfPrice(value: unknown): bigint | undefined {
  const price = readThousandths(value);
  return price === undefined || price === 0n || price > priceMax ? undefined : price;
}
