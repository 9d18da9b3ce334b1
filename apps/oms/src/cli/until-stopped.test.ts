import { expect, onTestFinished, test, vi } from "vitest";
import { untilStopped } from "./until-stopped.ts";

const dayMs = 86_400_000;

test("thirty days last thirty days, though no timer does", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const duration = untilStopped({ heedStop: () => () => {} }, 30 * dayMs);
  vi.advanceTimersByTime(30 * dayMs - 1);
  expect(duration.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(duration.signal.aborted).toBe(true);
  duration.release();
});

test("whoever lets go of a time leaves no timer behind, however long it was to last", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const duration = untilStopped({ heedStop: () => () => {} }, 366 * dayMs);
  vi.advanceTimersByTime(40 * dayMs);
  duration.release();
  expect(vi.getTimerCount()).toBe(0);
});
