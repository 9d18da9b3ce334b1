import { expect, onTestFinished, test, vi } from "vitest";
import type { LogEntry } from "../../../log-and-trace.ts";
import { reportShed } from "./shed.ts";

test("logs a burst in one line, ten seconds after its first request, and the next in another", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const logged: LogEntry[] = [];
  const { note, stop } = reportShed((entry) => void logged.push(entry));
  for (let count = 0; count < 5_000; count += 1) note();
  vi.advanceTimersByTime(9_000);
  note();
  expect(logged).toEqual([]);
  vi.advanceTimersByTime(1_000);
  const line = { level: "warn", event: "overloaded, shedding requests" };
  expect(logged).toEqual([{ ...line, notes: { count: 5_001 } }]);
  expect(vi.getTimerCount()).toBe(0);
  note();
  stop();
  expect(logged.slice(1)).toEqual([{ ...line, notes: { count: 1 } }]);
  expect(vi.getTimerCount()).toBe(0);
});
