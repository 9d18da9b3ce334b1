const wholeHundredths = 10_000n;

/** All of a sum in thousandths of a percent. */
export const wholeShare = 100_000n;

/** Gives a part of a sum, which is above 0, in thousandths of a percent, to two places, half rounded up. */
export function shareOf(part: bigint, sum: bigint): bigint {
  return ((part * 2n * wholeHundredths + sum) / (sum * 2n)) * 10n;
}
