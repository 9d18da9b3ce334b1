const safeMax = BigInt(Number.MAX_SAFE_INTEGER);

/** Whole numbers of the domain as numbers of JSON; one that no number of JSON holds exactly is left out. */
export const wireNumber = {
  of: exactly,
  /** Thousandths of a VND or of an index point. */
  ofPrice: (thousandths: bigint): number | undefined => shareOf(thousandths, 1_000),
  ofMillionths: (millionths: bigint): number | undefined => shareOf(millionths, 1_000_000),
} as const;

function exactly(whole: bigint): number | undefined {
  return whole <= safeMax && whole >= -safeMax ? Number(whole) : undefined;
}

function shareOf(parts: bigint, partsInOne: number): number | undefined {
  const number = exactly(parts);
  return number === undefined ? undefined : number / partsInOne;
}
