import { mebibytes } from "../ground/figures.ts";
import type { Weight } from "../ground/server.ts";

/** What a collector of garbage may leave lying for a while. */
const growthBytesMax = 48 * 1_048_576;

/** Connections of our own that are kept meanwhile, and files that are opened when they are first needed. */
const growthHandlesMax = 8;

/** Compares what a server holds after a trial with before, and says what is more than noise. */
export function judgeWeight(
  before: Weight,
  after: Weight,
): { readonly told: string; readonly faults: string[] } {
  const faults: string[] = [];
  if (after.bytes - before.bytes > growthBytesMax) {
    faults.push(
      `memory grew by ${mebibytes(after.bytes - before.bytes)} MiB, more than ${mebibytes(growthBytesMax)}`,
    );
  }
  if (after.handleCount - before.handleCount > growthHandlesMax) {
    faults.push(`handles grew from ${before.handleCount} to ${after.handleCount}`);
  }
  const told =
    `memory ${mebibytes(before.bytes)} to ${mebibytes(after.bytes)} MiB, ` +
    `handles ${before.handleCount} to ${after.handleCount}`;
  return { told, faults };
}
