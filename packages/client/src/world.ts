/** What the client needs of the machine that it runs on. */
export type World = {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Milliseconds, from any beginning. */
  readonly now: () => number;
  /** Unix milliseconds, for dates in answers. */
  readonly today: () => number;
  /** Waits, and rejects with the signal's reason when it is aborted first. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** At least 0, below 1. */
  readonly random: () => number;
  /** A key that nobody else has. */
  readonly makeKey: () => string;
};

/** The world as browsers, Workers, Node, Bun and Deno all have it. */
export const runtimeWorld: World = {
  fetch: (request) => globalThis.fetch(request),
  now: () => performance.now(),
  today: () => Date.now(),
  wait: (milliseconds, signal) =>
    new Promise((settle, reject) => {
      const timer = setTimeout(settle, milliseconds);
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      signal.addEventListener("abort", stop, { once: true });
    }),
  random: () => Math.random(),
  makeKey: () => crypto.randomUUID(),
};
