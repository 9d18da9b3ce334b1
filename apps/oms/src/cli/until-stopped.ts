import type { World } from "./command.ts";

/** The longest delay of Node's timers. A longer one would fire at once. */
const timerMsMax = 2_147_483_647;

/** A running period of time. */
type Duration = {
  /** Aborts at the end. */
  readonly signal: AbortSignal;
  /** Resolves at the end. */
  readonly over: Promise<void>;
  readonly end: () => void;
  /** Clears the timer and removes the signal handler. */
  readonly release: () => void;
};

/** Starts a period that ends after `durationMs`, if given, or on SIGINT or SIGTERM. */
export function untilStopped({ onStop }: Pick<World, "onStop">, durationMs: number | undefined): Duration {
  const ending = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => {
    ending.abort();
    resolve();
  };
  let timer: NodeJS.Timeout | undefined;
  const waitFor = (leftMs: number): void => {
    timer = setTimeout(
      () => (leftMs > timerMsMax ? waitFor(leftMs - timerMsMax) : end()),
      Math.min(leftMs, timerMsMax),
    );
  };
  if (durationMs !== undefined) waitFor(durationMs);
  const removeHandler = onStop(end);
  return {
    signal: ending.signal,
    over: promise,
    end,
    release: () => {
      clearTimeout(timer);
      removeHandler();
    },
  };
}
