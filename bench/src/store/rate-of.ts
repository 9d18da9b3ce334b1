import type { Throughput } from "./change-accounts.ts";

/** The changes a second over all slices. */
export function rateOf(slices: readonly Throughput[]): number {
  const sumOf = (member: "changes" | "seconds"): number =>
    slices.reduce((sum, slice) => sum + slice[member], 0);
  return sumOf("changes") / sumOf("seconds");
}
