const safeMax = BigInt(Number.MAX_SAFE_INTEGER);

/** Whole amounts of the domain as the numbers of JSON, which hold them exactly or not at all. */
export const wireNumber = {
  ofVnd: (amountVnd: bigint): number => {
    if (amountVnd > safeMax || amountVnd < -safeMax) {
      throw new RangeError("An amount is beyond what a number of JSON holds exactly.");
    }
    return Number(amountVnd);
  },
  ofMillionths: (millionths: bigint): number => Number(millionths) / 1_000_000,
} as const;
