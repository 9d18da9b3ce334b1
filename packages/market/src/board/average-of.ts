/** Gives the average of thousandths to two places, half rounded up, as it is shown. */
export function averageOf(sum: bigint, count: number): bigint {
  const tens = 10n * BigInt(count);
  return ((sum * 2n + tens) / (tens * 2n)) * 10n;
}
