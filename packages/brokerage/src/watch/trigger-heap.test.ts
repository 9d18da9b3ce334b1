import fc from "fast-check";
import { expect, test } from "vitest";
import { type Trigger, TriggerHeap } from "./watched-positions.ts";

const triggerAt = (at: number): Trigger => ({ at, place: -1 });

test("takes items below a number out in order and leaves those at the number", () => {
  const heap = new TriggerHeap<Trigger>();
  for (const at of [50, 10, 40, 20, 30]) heap.add(triggerAt(at));
  expect([...heap.takeBelow(40)].map(({ at }) => at)).toEqual([10, 20, 30]);
  expect(heap.lowest?.at).toBe(40);
  expect([...heap.takeBelow(Number.POSITIVE_INFINITY)]).toHaveLength(2);
});

test("removing an item twice removes nothing else", () => {
  const heap = new TriggerHeap<Trigger>();
  const [one, other] = [triggerAt(1), triggerAt(2)];
  heap.add(one);
  heap.add(other);
  heap.remove(one);
  heap.remove(one);
  expect(heap.lowest).toBe(other);
  expect([...heap.takeBelow(Number.POSITIVE_INFINITY)]).toEqual([other]);
});

test("gives the same results as a sorted list for any additions and removals", () => {
  const steps = fc.array(fc.record({ at: fc.integer({ min: -20, max: 20 }), drop: fc.nat(30) }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(steps, fc.integer({ min: -20, max: 21 }), (given, bound) => {
      const heap = new TriggerHeap<Trigger>();
      const kept: Trigger[] = [];
      for (const { at, drop } of given) {
        const item = triggerAt(at);
        heap.add(item);
        kept.push(item);
        if (drop < kept.length) for (const gone of kept.splice(drop, 1)) heap.remove(gone);
      }
      const below = kept.map(({ at }) => at).filter((at) => at < bound);
      expect([...heap.takeBelow(bound)].map(({ at }) => at)).toEqual(below.toSorted((a, b) => a - b));
      const rest = [...heap.takeBelow(Number.POSITIVE_INFINITY)];
      expect(rest).toHaveLength(kept.length - below.length);
    }),
  );
});
