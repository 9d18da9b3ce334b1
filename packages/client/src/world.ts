/** What the client needs of the machine that it runs on. */
export type World = {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Waits, and rejects when the signal is aborted first. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** At least 0, below 1. */
  readonly random: () => number;
  /** A key that nobody else has. */
  readonly makeKey: () => string;
};

/** The world as browsers, Workers, Node, Bun and Deno all have it. */
export const runtimeWorld: World = {
  fetch: (request) => fetch(request),
  now: () => Date.now(),
  wait: (milliseconds, signal) =>
    new Promise((settle, reject) => {
      signal.throwIfAborted();
      const timer = setTimeout(settle, milliseconds);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        reject();
      });
    }),
  random: Math.random,
  makeKey: () => crypto.randomUUID(),
};
