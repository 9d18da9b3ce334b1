import { Registry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import type { LogEntry } from "../../../log-and-trace.ts";
import { followClock } from "./follow-clock.ts";

/** A clock that is ahead of the database's, whose answer takes a while. */
async function plan(aheadMs: number, tookMs = 0) {
  const state = { aheadMs, nowMs: 1_000_000 };
  const logged: LogEntry[] = [];
  const registry = new Registry();
  const readClock = async (): Promise<number> => {
    const databaseMs = state.nowMs - state.aheadMs;
    state.nowMs += tookMs;
    return databaseMs;
  };
  const clock = await followClock(readClock, {
    now: () => state.nowMs,
    toleranceMs: 5_000,
    log: (entry) => void logged.push(entry),
    registry,
  });
  onTestFinished(clock.stop);
  return { clock, state, logged, registry };
}

test.each([
  [0, false],
  [5_000, false],
  [-5_000, false],
  [5_001, true],
  [-3_600_000, true],
])("a clock that is %i ms ahead is wrong: %s", async (aheadMs, isWrong) => {
  const { clock } = await plan(aheadMs);
  expect(clock.isWrong()).toBe(isWrong);
});

test("a slow answer is no wrong clock", async () => {
  const { clock } = await plan(0, 20_000);
  expect(clock.isWrong()).toBe(false);
});

test("logs when the clock becomes wrong and right, and measures the difference", async () => {
  const { clock, state, logged, registry } = await plan(10_000);
  expect(await clock.isRight()).toBe(false);
  expect(logged).toMatchObject([
    { level: "error", event: "clock differs from the database's", notes: { differenceMs: 10_000 } },
  ]);
  expect(await registry.metrics()).toContain("oms_clock_difference_seconds 10\n");
  state.aheadMs = 0;
  expect(await clock.isRight()).toBe(true);
  expect(logged).toHaveLength(2);
  expect(logged[1]).toMatchObject({ level: "info", event: "clock agrees with the database's again" });
});
