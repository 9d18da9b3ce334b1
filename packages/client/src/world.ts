import { ApiError } from "./api-error.ts";

/** The parts of the runtime that a client uses. Tests pass their own. */
export type World = {
  /** Sends a request. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** The current time in Unix milliseconds. */
  readonly now: () => number;
  /** Resolves after the time, or rejects when the signal is aborted. Leaves no listener on the signal. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** A random number from 0 to below 1. */
  readonly random: () => number;
  /** A unique `Idempotency-Key`, by default of `crypto.getRandomValues`, without which it throws an `ApiError`. */
  readonly makeKey: () => string;
};

/** The default on browsers, Workers, Node, Bun, Deno and React Native. */
export const runtimeWorld: World = {
  fetch: (request) => fetch(request),
  now: () => Date.now(),
  wait: (milliseconds, signal) =>
    new Promise((settle, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        if (signal.aborted) reject();
        else settle();
      };
      const timer = setTimeout(end, milliseconds);
      signal.addEventListener("abort", end);
      if (signal.aborted) end();
    }),
  random: Math.random,
  makeKey: () => {
    try {
      return crypto.getRandomValues(new Uint8Array(16)).join("");
    } catch {
      throw new ApiError({ kind: "invalid", message: "No crypto: set makeKey." });
    }
  },
};
