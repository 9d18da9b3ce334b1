const safeMax = BigInt(Number.MAX_SAFE_INTEGER);

/** Converts integers of the domain to JSON numbers; undefined if a JSON number cannot represent the value exactly. */
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
