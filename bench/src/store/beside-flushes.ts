import { medianOf } from "../print-figures.ts";
import type { Throughput } from "./change-accounts.ts";
import { rateOf } from "./rate-of.ts";
import type { BesideFlushes } from "./run-beside-flushes.ts";

/** What changes a second are held against: so many writers share one flush, and the processor takes them one by one. */
export type Bound = {
  readonly writers: number;
  /** Of the processor, for a change that is not flushed. */
  readonly changeSeconds: number;
  readonly flush: keyof BesideFlushes;
};

/** How much of writers/(f + writers × c) is reached: the median over slices, each beside the flushes of its own moment. */
export function besideFlushes(
  slices: readonly (Throughput & Partial<BesideFlushes>)[],
  { writers, changeSeconds, flush }: Bound,
): number {
  return medianOf(
    slices.map(
      (slice) => (rateOf([slice]) * ((slice[flush] ?? Number.NaN) + writers * changeSeconds)) / writers,
    ),
  );
}
