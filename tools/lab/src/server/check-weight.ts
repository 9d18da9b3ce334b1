import { mebibytes } from "../harness/figures.ts";
import type { Weight } from "../harness/server.ts";

/** Garbage that may be uncollected for a while. */
const growthBytesMax = 48 * 1_048_576;

/** Our own open connections, and files that are opened on first use. */
const growthHandlesMax = 8;

/** Compares memory and handles before and after a trial, and reports growth beyond noise. */
export function checkWeight(
  before: Weight,
  after: Weight,
): { readonly summary: string; readonly faults: string[] } {
  const faults: string[] = [];
  if (after.bytes - before.bytes > growthBytesMax) {
    faults.push(
      `memory grew by ${mebibytes(after.bytes - before.bytes)} MiB, more than ${mebibytes(growthBytesMax)}`,
    );
  }
  if (after.handleCount - before.handleCount > growthHandlesMax) {
    faults.push(`handles grew from ${before.handleCount} to ${after.handleCount}`);
  }
  const summary =
    `memory ${mebibytes(before.bytes)} to ${mebibytes(after.bytes)} MiB, ` +
    `handles ${before.handleCount} to ${after.handleCount}`;
  return { summary, faults };
}
