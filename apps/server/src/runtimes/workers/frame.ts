import type { RateLimiter, SharedRateLimiter } from "../../http/rate-limits.ts";
import type { Log, LogLevel } from "../../http/reports.ts";
import type { ServerServices } from "../../services.ts";
import { logRanks, renderEntry } from "../log-lines.ts";
import { createMetrics } from "./metrics.ts";
import type { Environment } from "./settings.ts";

/** What every Worker has: clocks, ids, a log and metrics. */
export type Frame = Pick<
  ServerServices,
  "now" | "monotonicMs" | "makeTraceId" | "makeSpanId" | "hash" | "log" | "metrics" | "recordSpan"
>;

/** Gathers what every Worker has; its log goes line by line to the runtime. */
export function gatherFrame(writeLine: (line: string) => void, logLevel: LogLevel): Frame {
  const log: Log = (entry) => {
    if (logRanks[entry.level] <= logRanks[logLevel]) writeLine(renderEntry(entry, new Date().toISOString()));
  };
  return {
    now: () => Date.now(),
    monotonicMs: () => performance.now(),
    ...makeIds(),
    hash: hashText,
    log,
    metrics: createMetrics(),
    recordSpan: undefined,
  };
}

/** Makes ids from random bytes; a Worker may draw none before its first request. */
function makeIds(): { readonly makeTraceId: () => string; readonly makeSpanId: () => string } {
  const take = (count: number): string => {
    const bytes = crypto.getRandomValues(new Uint8Array(count));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  return { makeTraceId: () => take(16), makeSpanId: () => take(8) };
}

/** The SHA-256 of a text, in hexadecimal digits. */
export async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** As much of a rate limiter of the platform as is used of it. */
type Limiter = {
  readonly limit: (asked: { readonly key: string }) => Promise<{ readonly success: boolean }>;
};

/**
 * Counts together with all isolates of a place, where a limiter is bound by a name. It tells no figures, so that what an
 * answer says is left is what this isolate has counted; and where it is not to be asked, that count decides.
 */
export function limitTogether(
  own: RateLimiter | undefined,
  environment: Environment,
  name: string,
): RateLimiter | SharedRateLimiter | undefined {
  const limiter = environment[name] as Limiter | undefined;
  if (own === undefined || limiter === undefined) return own;
  return {
    take: (who) => {
      const allowance = own.take(who);
      return limiter.limit({ key: who }).then(
        ({ success }) => (success ? allowance : { ...allowance, isAllowed: false, remaining: 0 }),
        () => allowance,
      );
    },
  };
}

/** Waits, and rejects as soon as it is told to give up. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((settle, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", giveUp);
      settle();
    }, milliseconds);
    signal?.addEventListener("abort", giveUp, { once: true });
  });
}
