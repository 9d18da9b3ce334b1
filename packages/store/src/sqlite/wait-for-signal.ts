import type { Patience } from "./patience.ts";

/**
 * Returns when a signal is no longer as it was: at once while somebody watches for it, and else by being woken. Gives
 * false where that takes longer than it may.
 */
export function waitForSignal(
  signal: Int32Array,
  before: number,
  patience: Patience,
  waitMsMax: number = Number.POSITIVE_INFINITY,
): boolean {
  patience.begin();
  while (Atomics.load(signal, 0) === before) {
    if (patience.lasts()) continue;
    if (Atomics.wait(signal, 0, before, waitMsMax) === "timed-out") return false;
    break;
  }
  patience.end();
  return true;
}
