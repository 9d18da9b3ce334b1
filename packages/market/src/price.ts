/**
 * A price in thousandths of what its instrument is quoted in: of a VND for equities, of an index point for index
 * futures. 0.1 point is `100n` and exact; a price of 25,000 VND is `25_000_000n`.
 */
export type Price = bigint;

/** How much of a price is one VND or one point. */
export const onePrice: Price = 1_000n;
