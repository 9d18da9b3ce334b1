const safeMax = BigInt(Number.MAX_SAFE_INTEGER);

/** Whole amounts of the domain as the numbers of JSON, which hold them exactly or not at all. */
export const wireNumber = {
  ofVnd: exactly,
  ofCount: exactly,
  /** Left out where no number holds it, for what was told once and has to stay readable. */
  ifExact: (whole: bigint): number | undefined => (isExact(whole) ? Number(whole) : undefined),
  /** Thousandths of a VND or of an index point. */
  ofPrice: (thousandths: bigint): number => exactly(thousandths) / 1_000,
  ofMillionths: (millionths: bigint): number => exactly(millionths) / 1_000_000,
} as const;

function isExact(whole: bigint): boolean {
  return whole <= safeMax && whole >= -safeMax;
}

function exactly(whole: bigint): number {
  if (!isExact(whole)) {
    throw new RangeError("An amount is beyond what a number of JSON holds exactly.");
  }
  return Number(whole);
}
