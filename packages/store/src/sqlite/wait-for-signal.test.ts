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
  expect(waitForSignal(signal, 0, none, { waitMsMax: 1 })).toBe(false);
  Atomics.add(signal, 0, 1);
  expect(waitForSignal(signal, 0, none, { waitMsMax: 1 })).toBe(true);
});

/** A clock on which each look takes a thousandth of a millisecond, and a wait that is watched for one. */
function planWatch() {
  const clock = { nowMs: 0 };
  const nowMs = (): number => {
    clock.nowMs += 0.001;
    return clock.nowMs;
  };
  return { clock, patience: makePatience({ soonMs: 1, nowMs, coreCount: 2 }) };
}

test("whoever watches leaves the core to others after each tenth of a millisecond, until it watches no longer", () => {
  const { clock, patience } = planWatch();
  const naps: number[] = [];
  const nap = (): void => {
    naps.push(clock.nowMs);
    clock.nowMs += 0.05;
  };
  const signal = new Int32Array(new SharedArrayBuffer(4));
  expect(waitForSignal(signal, 0, patience, { waitMsMax: 1, nap })).toBe(false);
  const apart = naps.map((atMs, index) => atMs - (naps[index - 1] ?? 0));
  expect(naps).toHaveLength(6);
  for (const ms of apart) expect(ms).toBeCloseTo(0.13, 1);
});

test("a signal that was raised during a nap ends the wait", () => {
  const { patience } = planWatch();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  let napCount = 0;
  const nap = (): void => {
    napCount += 1;
    if (napCount === 3) Atomics.add(signal, 0, 1);
  };
  expect(waitForSignal(signal, 0, patience, { waitMsMax: 1, nap })).toBe(true);
  expect(napCount).toBe(3);
});
