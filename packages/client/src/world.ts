/** The parts of the runtime that a client uses. Tests pass their own. */
export type World = {
  /** Sends a request. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** The current time in Unix milliseconds. */
  readonly now: () => number;
  /** Resolves after the time, or rejects when the signal is aborted. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** A random number from 0 to below 1. */
  readonly random: () => number;
  /** A unique `Idempotency-Key`. Browsers have the default, `crypto.randomUUID`, only on https and localhost. */
  readonly makeKey: () => string;
};

/** The default on browsers, Workers, Node, Bun and Deno. */
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
