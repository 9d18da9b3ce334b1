const safeMax = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Converts integers of the domain to JSON numbers; undefined beyond 2^53 - 1, and the member is then left out. Neighbouring
 * fractions may become the same number: prices from 2^43 on, millionths from 2^33 on.
 */
export const wireNumber = {
  of: exactly,
  /** Thousandths of a VND or of an index point. */
  ofPrice: (thousandths: bigint): number | undefined => inUnits(thousandths, 1_000),
  /** Millionths of a rate or ratio. */
  ofMillionths: (millionths: bigint): number | undefined => inUnits(millionths, 1_000_000),
} as const;

function exactly(whole: bigint): number | undefined {
  return whole <= safeMax && whole >= -safeMax ? Number(whole) : undefined;
}

function inUnits(parts: bigint, partsPerUnit: number): number | undefined {
  const number = exactly(parts);
  return number === undefined ? undefined : number / partsPerUnit;
}
