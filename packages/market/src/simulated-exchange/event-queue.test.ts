import fc from "fast-check";
import { expect, test } from "vitest";
import { EventQueue } from "./event-queue.ts";

test("the source that is due first is next, and of several the lowest number", () => {
  const anyTimes = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(anyTimes, fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 }), (times, delays) => {
      const queue = queueOf(times);
      const dueMs = [...times];
      for (const delay of delays) {
        const earliest = Math.min(...dueMs);
        expect(queue.firstDueMs()).toBe(earliest);
        expect(queue.first()).toBe(dueMs.indexOf(earliest));
        dueMs[dueMs.indexOf(earliest)] = earliest + delay;
        queue.postponeFirst(earliest + delay);
      }
    }),
  );
});

test("a source that is never due again comes after all others", () => {
  const queue = queueOf([5, 7]);
  queue.postponeFirst(Number.POSITIVE_INFINITY);
  expect([queue.first(), queue.firstDueMs()]).toEqual([1, 7]);
  queue.postponeFirst(Number.POSITIVE_INFINITY);
  expect(queue.firstDueMs()).toBe(Number.POSITIVE_INFINITY);
});

test("an empty queue is never due", () => {
  expect(queueOf([]).firstDueMs()).toBe(Number.POSITIVE_INFINITY);
});

test("a source added later is next when it is due, after earlier ones at the same time", () => {
  const anyTimes = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 40 });
  fc.assert(
    fc.property(anyTimes, anyTimes, (first, later) => {
      const queue = queueOf(first);
      for (const dueMs of later) queue.add(dueMs);
      const inOrder = [...first, ...later]
        .map((dueMs, index) => ({ dueMs, index }))
        .toSorted((a, b) => a.dueMs - b.dueMs || a.index - b.index);
      for (const { dueMs, index } of inOrder) {
        expect([queue.first(), queue.firstDueMs()]).toEqual([index, dueMs]);
        queue.postponeFirst(Number.POSITIVE_INFINITY);
      }
    }),
  );
});

function queueOf(times: readonly number[]): EventQueue {
  const queue = new EventQueue();
  for (const dueMs of times) queue.add(dueMs);
  return queue;
}
