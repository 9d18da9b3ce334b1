import { expect, test } from "vitest";
import type { Patience } from "./patience.ts";
import { waitForSignal } from "./wait-for-signal.ts";

const none: Patience = { begin: () => undefined, lasts: () => false, end: () => undefined };

test("whoever waits for a signal that does not come is told after as long as it may take", () => {
  const signal = new Int32Array(new SharedArrayBuffer(4));
  expect(waitForSignal(signal, 0, none, 1)).toBe(false);
  Atomics.add(signal, 0, 1);
  expect(waitForSignal(signal, 0, none, 1)).toBe(true);
});
