import type { Patience } from "./patience.ts";

/** As long as a lone writer takes from an answer to what it asks for next, and longer than the parts of a batch are apart. */
const watchMsMax = 0.1;

const napMs = 0.01;
const nothing = new Int32Array(new SharedArrayBuffer(4));

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
  let napAtMs = watchMsMax;
  while (Atomics.load(signal, 0) === before) {
    if (patience.lasts()) {
      if (patience.waitedMs() < napAtMs) continue;
      // Whoever is watched for may have been woken on this very core, and would wait for it to be left.
      Atomics.wait(nothing, 0, 0, napMs);
      napAtMs = patience.waitedMs() + watchMsMax;
      continue;
    }
    if (Atomics.wait(signal, 0, before, waitMsMax) === "timed-out") return false;
    break;
  }
  patience.end();
  return true;
}
