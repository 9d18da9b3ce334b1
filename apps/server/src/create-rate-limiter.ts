import type { RateLimiter } from "./rate-limiter.ts";

/** Beyond so many in one window, whoever is new shares one count, so that addresses without end cost no memory. */
const countedMax = 100_000;

const everybodyElse = "";

/** Counts requests in windows that begin together for all, so that a window's end is one dropped map. */
export function createRateLimiter({
  limit,
  windowMs,
  now,
}: {
  readonly limit: number;
  readonly windowMs: number;
  readonly now: () => number;
}): RateLimiter {
  let windowEndMs = 0;
  let counts = new Map<string, number>();
  return {
    take: (who) => {
      const nowMs = now();
      if (nowMs >= windowEndMs || nowMs < windowEndMs - windowMs) {
        windowEndMs = nowMs - (nowMs % windowMs) + windowMs;
        counts = new Map();
      }
      const key = counts.size < countedMax || counts.has(who) ? who : everybodyElse;
      const count = Math.min((counts.get(key) ?? 0) + 1, limit + 1);
      counts.set(key, count);
      return {
        isAllowed: count <= limit,
        limit,
        remaining: Math.max(0, limit - count),
        windowS: windowMs / 1000,
        resetS: Math.max(1, Math.ceil((windowEndMs - nowMs) / 1000)),
      };
    },
  };
}
