/** A fake clock that moves to the next alarm as soon as nothing else can run. */
export class VirtualClock {
  nowMs = 0;
  /** The durations of all waits that ended without an abort, in order. */
  readonly waitsMs: number[] = [];
  readonly #alarms = new Set<{
    readonly atMs: number;
    readonly lengthMs: number;
    readonly ring: () => void;
  }>();

  readonly wait = (lengthMs: number, signal: AbortSignal): Promise<void> =>
    new Promise((settle, reject) => {
      const ring = (): void => {
        signal.removeEventListener("abort", stop);
        settle();
      };
      const alarm = { atMs: this.nowMs + lengthMs, lengthMs, ring };
      const stop = (): void => {
        this.#alarms.delete(alarm);
        reject(signal.reason);
      };
      this.#alarms.add(alarm);
      signal.addEventListener("abort", stop, { once: true });
      if (signal.aborted) stop();
    });

  /** Runs a call to its end. Moves the clock when 20 turns of the event loop have not finished it. */
  async run<Result>(call: Promise<Result>): Promise<Result> {
    let isOver = false;
    const over = (): void => {
      isOver = true;
    };
    call.then(over, over);
    while (!isOver) {
      for (let turn = 0; turn < 20 && !isOver; turn += 1) await new Promise((settle) => setImmediate(settle));
      if (!isOver) this.#ringNext();
    }
    return call;
  }

  #ringNext(): void {
    const [next] = [...this.#alarms].sort((left, right) => left.atMs - right.atMs);
    if (next === undefined) return;
    this.#alarms.delete(next);
    this.nowMs = next.atMs;
    this.waitsMs.push(next.lengthMs);
    next.ring();
  }
}
