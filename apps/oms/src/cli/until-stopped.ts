import type { World } from "./command.ts";

/** A timer of Node's that is set for longer ends at once. */
const timerMsMax = 2_147_483_647;

/** A time that ends when it is over, or when somebody wants it to. */
type Duration = {
  readonly signal: AbortSignal;
  /** Resolves when it has ended. */
  readonly over: Promise<void>;
  readonly end: () => void;
  /** Lets go of the timer, and of whoever could have ended it. */
  readonly release: () => void;
};

/** Begins a time of so many milliseconds, or of as many as somebody lets it last. */
export function untilStopped(
  { heedStop }: Pick<World, "heedStop">,
  durationMs: number | undefined,
): Duration {
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
  const unheed = heedStop(end);
  return {
    signal: ending.signal,
    over: promise,
    end,
    release: () => {
      clearTimeout(timer);
      unheed();
    },
  };
}
