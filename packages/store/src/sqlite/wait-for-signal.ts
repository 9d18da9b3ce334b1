import type { Patience } from "./patience.ts";

/** Returns when a signal is no longer as it was: at once while somebody watches for it, and else by being woken. */
export function waitForSignal(signal: Int32Array, before: number, patience: Patience): void {
  patience.begin();
  while (Atomics.load(signal, 0) === before) {
    if (patience.lasts()) continue;
    Atomics.wait(signal, 0, before);
    break;
  }
  patience.end();
}
