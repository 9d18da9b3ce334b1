import { describe, expect, test } from "vitest";
import { createRateLimiter, type WiderGroup } from "./rate-limits.ts";

function plan(limit: number, widen?: (who: string) => readonly WiderGroup[]) {
  const clock = { nowMs: 60_000 };
  const limiter = createRateLimiter({ limit, windowMs: 60_000, now: () => clock.nowMs, widen });
  return { clock, limiter };
}

test("whoever asks is let in as often as the limit says, and told what is left", () => {
  const { limiter } = plan(2);
  expect([1, 2, 3].map(() => limiter.take("demo"))).toEqual([
    { isAllowed: true, limit: 2, remaining: 1, windowS: 60, resetS: 60 },
    { isAllowed: true, limit: 2, remaining: 0, windowS: 60, resetS: 60 },
    { isAllowed: false, limit: 2, remaining: 0, windowS: 60, resetS: 60 },
  ]);
  expect(limiter.take("demo-2").isAllowed).toBe(true);
});

test("with the next minute everybody begins anew, and its last moment still belongs to the one before", () => {
  const { clock, limiter } = plan(1);
  limiter.take("demo");
  clock.nowMs = 119_999;
  expect(limiter.take("demo")).toMatchObject({ isAllowed: false, resetS: 1 });
  clock.nowMs = 120_000;
  expect(limiter.take("demo")).toMatchObject({ isAllowed: true, resetS: 60 });
});

test("a clock that was set back opens a window of its own instead of one that does not end", () => {
  const { clock, limiter } = plan(1);
  clock.nowMs = 10_000_000;
  limiter.take("demo");
  clock.nowMs = 60_000;
  expect(limiter.take("demo")).toMatchObject({ isAllowed: true, resetS: 60 });
});

test("of more than 100,000 callers each new one has an allowance of its own, and who goes on beyond his stays refused", () => {
  const { limiter } = plan(1);
  limiter.take("flooding");
  for (let index = 0; index < 100_200; index += 1) {
    expect(limiter.take(`192.0.${index}`).isAllowed).toBe(true);
    if (index % 1_000 === 0) expect(limiter.take("flooding").isAllowed).toBe(false);
  }
  expect(limiter.take("stranger").isAllowed).toBe(true);
  // What was used least recently is forgotten, so that memory has a bound.
  expect(limiter.take("192.0.0").isAllowed).toBe(true);
  expect(limiter.take("192.0.100199").isAllowed).toBe(false);
});

describe("a group", () => {
  const widen = (who: string) => [{ name: who.slice(0, 1), limitCount: 2 }];

  test("has its own allowance, told where it is less than the caller's", () => {
    const { limiter } = plan(2, widen);
    const remaining = ["a1", "a1", "a2", "a3", "a4", "b1"].map((who) => limiter.take(who));
    expect(remaining.map(({ isAllowed, remaining: left }) => (isAllowed ? left : "refused"))).toEqual([
      1,
      0,
      1,
      0,
      "refused",
      1,
    ]);
  });

  test("loses nothing by a caller who is beyond his own", () => {
    const { limiter } = plan(1, widen);
    for (let count = 0; count < 10; count += 1) limiter.take("a1");
    expect(limiter.take("a2").isAllowed).toBe(true);
  });
});
