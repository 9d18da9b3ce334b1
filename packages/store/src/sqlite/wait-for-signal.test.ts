import { expect, test } from "vitest";
import { makePatience, type Patience } from "./patience.ts";
import { waitForSignal } from "./wait-for-signal.ts";

const none: Patience = {
  begin: () => undefined,
  lasts: () => false,
  waitedMs: () => 0,
  end: () => undefined,
};

test("whoever waits for a signal that does not come is told after as long as it may take", () => {
  const signal = new Int32Array(new SharedArrayBuffer(4));
  expect(waitForSignal(signal, 0, none, 1)).toBe(false);
  Atomics.add(signal, 0, 1);
  expect(waitForSignal(signal, 0, none, 1)).toBe(true);
});

test("whoever watches leaves the core to others now and then", () => {
  const patience = makePatience({ soonMs: 200, nowMs: () => performance.now(), coreCount: 2 });
  const began = performance.now();
  const before = process.threadCpuUsage();
  expect(waitForSignal(new Int32Array(new SharedArrayBuffer(4)), 0, patience, 1)).toBe(false);
  const { user, system } = process.threadCpuUsage(before);
  const waitedMs = performance.now() - began;
  expect(waitedMs).toBeGreaterThan(200);
  expect((user + system) / 1_000).toBeLessThan(waitedMs * 0.9);
});
