import { expect, test } from "vitest";
import { createRateLimiter } from "./create-rate-limiter.ts";

function plan(limit: number) {
  const clock = { nowMs: 60_000 };
  const limiter = createRateLimiter({ limit, windowMs: 60_000, now: () => clock.nowMs });
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

test("names without end share one count once there are too many, and those who were known keep theirs", () => {
  const { limiter } = plan(2);
  limiter.take("demo");
  for (let index = 0; index < 100_000; index += 1) limiter.take(`address-${index}`);
  expect(limiter.take("demo").remaining).toBe(0);
  expect(limiter.take("stranger-1").isAllowed).toBe(true);
  expect(limiter.take("stranger-2").isAllowed).toBe(false);
});
