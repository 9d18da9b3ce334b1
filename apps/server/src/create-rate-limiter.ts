import type { RateLimiter } from "./rate-limiter.ts";

/** A wider group that requests of somebody count against as well, and how many limits it has. */
export type WiderGroup = { readonly name: string; readonly limitCount: number };

/** At twice as many, counts that were not used lately are forgotten. */
const countedMax = 50_000;

/**
 * Counts requests in windows that begin together for all, so that a window's end is one dropped map. A request is
 * allowed where its caller and every wider group of its have allowance left, and only then counts against them: a caller
 * beyond its own limit uses up nothing of its neighbours'.
 */
export function createRateLimiter({
  limit,
  windowMs,
  now,
  widen = () => [],
}: {
  readonly limit: number;
  readonly windowMs: number;
  readonly now: () => number;
  readonly widen?: ((who: string) => readonly WiderGroup[]) | undefined;
}): RateLimiter {
  let windowEndMs = 0;
  let counts = new Map<string, number>();
  // Two generations: in one map, finding the oldest entry after many deletions takes V8 0.1 ms.
  let older = new Map<string, number>();
  const countOf = (name: string) => counts.get(name) ?? older.get(name) ?? 0;
  const setCount = (name: string, count: number) => {
    if (counts.size >= countedMax && !counts.has(name)) {
      older = counts;
      counts = new Map();
    }
    counts.set(name, count);
  };
  return {
    take: (who) => {
      const nowMs = now();
      if (nowMs >= windowEndMs || nowMs < windowEndMs - windowMs) {
        windowEndMs = nowMs - (nowMs % windowMs) + windowMs;
        counts = new Map();
        older = new Map();
      }
      const groups = [{ name: who, limitCount: 1 }, ...widen(who)];
      const left = Math.min(...groups.map(({ name, limitCount }) => limit * limitCount - countOf(name)));
      const isAllowed = left > 0;
      for (const { name } of groups) {
        const count = countOf(name);
        // A refusal keeps a count from being forgotten, and makes none for a caller that has none yet.
        if (isAllowed || count > 0) setCount(name, count + (isAllowed ? 1 : 0));
      }
      return {
        isAllowed,
        limit,
        remaining: isAllowed ? left - 1 : 0,
        windowS: windowMs / 1000,
        resetS: Math.max(1, Math.ceil((windowEndMs - nowMs) / 1000)),
      };
    },
  };
}
