/**
 * The three ratios that govern a position, in millionths so that they are whole: 0.5 is `500_000n`.
 * They are set together, because each bounds the next.
 */
export type Rates = {
  readonly marginRatio: bigint;
  readonly marginCallRate: bigint;
  readonly forceCloseRate: bigint;
};

/** The ratio 1: what every ratio here is counted against. */
export const oneMillionths = 1_000_000n;
