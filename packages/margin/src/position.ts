/**
 * What is remembered of a position: all else follows from it, the rates and a price. It holds sums rather than an
 * average price, so that nothing was rounded before it is needed.
 */
export type Position = {
  /** Signed: above 0 for long, below for short, never 0. */
  readonly quantity: bigint;
  /** The entry value of all of it, whole. */
  readonly entryVnd: bigint;
  /** Fixed when the position is set, whatever becomes of the rates later. */
  readonly postedVnd: bigint;
  /** What the owner has set aside to meet calls. */
  readonly coveredVnd: bigint;
};

/** How much of it there is, whichever way it points. */
export function sizeOf({ quantity }: Position): bigint {
  return quantity < 0n ? -quantity : quantity;
}
