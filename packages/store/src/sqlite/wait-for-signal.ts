/** As long as the answer to a change usually takes to bring the next one, and no longer. */
const watchMsMax = 0.1;

/** Returns when a signal is no longer as it was: at once where that happens soon, and else by being woken. */
export function waitForSignal(signal: Int32Array, before: number): void {
  const began = performance.now();
  while (Atomics.load(signal, 0) === before) {
    if (performance.now() - began < watchMsMax) continue;
    Atomics.wait(signal, 0, before);
    return;
  }
}
