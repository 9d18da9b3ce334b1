import { expect, onTestFinished, test, vi } from "vitest";
import { untilStopped } from "./until-stopped.ts";

const dayMs = 86_400_000;

test("lasts thirty days, although no timer does", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const duration = untilStopped({ onStop: () => () => {} }, 30 * dayMs);
  vi.advanceTimersByTime(30 * dayMs - 1);
  expect(duration.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(duration.signal.aborted).toBe(true);
  duration.release();
});

test("leaves no timer after its release", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const duration = untilStopped({ onStop: () => () => {} }, 366 * dayMs);
  vi.advanceTimersByTime(40 * dayMs);
  duration.release();
  expect(vi.getTimerCount()).toBe(0);
});
