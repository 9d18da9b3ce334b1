import type { Patience } from "./patience.ts";
import { signalPlaces } from "./signal-places.ts";

/**
 * So long it watches at a stretch: as a lone writer takes from an answer to what it asks for next, and longer than the parts of
 * a batch are apart.
 */
const watchMsMax = 0.1;

const napMs = 0.01;
const nothing = new Int32Array(new SharedArrayBuffer(4));

/** How long a wait may take that is not watched, and how the core is left to others for an instant. */
export type SignalWait = { readonly waitMsMax?: number | undefined; readonly nap?: () => void };

/**
 * Returns when a signal is no longer as it was: within a nap while somebody watches for it, and else by being woken. Gives
 * false where that takes longer than it may.
 */
export function waitForSignal(
  signal: Int32Array,
  before: number,
  patience: Patience,
  { waitMsMax, nap = napShortly }: SignalWait = {},
): boolean {
  patience.begin();
  let napAtMs = watchMsMax;
  while (Atomics.load(signal, signalPlaces.raised) === before) {
    if (patience.lasts()) {
      if (patience.waitedMs() < napAtMs) continue;
      // Whoever is watched for may have been woken on this very core, and would wait for it to be left.
      nap();
      napAtMs = patience.waitedMs() + watchMsMax;
      continue;
    }
    if (Atomics.wait(signal, signalPlaces.raised, before, waitMsMax) === "timed-out") return false;
    break;
  }
  patience.end();
  return true;
}

/** Nobody wakes who naps, so that raising a signal that is watched for costs no call of the system. */
function napShortly(): void {
  Atomics.wait(nothing, 0, 0, napMs);
}
