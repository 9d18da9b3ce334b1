import { createRateLimiter, type WiderGroup } from "../create-rate-limiter.ts";
import type { RateLimiter } from "../rate-limiter.ts";

/** Counts requests a minute, where a limit is set at all. */
export function limitMinute(
  limit: number | undefined,
  now: () => number,
  widen?: (who: string) => readonly WiderGroup[],
): RateLimiter | undefined {
  return limit === undefined ? undefined : createRateLimiter({ limit, windowMs: 60_000, now, widen });
}
