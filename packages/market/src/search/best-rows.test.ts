import fc from "fast-check";
import { expect, test } from "vitest";
import { BestRows, countForAnswers } from "./best-rows.ts";

const drawValue = fc.constantFrom(-1, 0, 0, 1, 2, 3, 7_000_000_000);

test("A list holds the best rows of its group in their order, whatever becomes of their values", () => {
  fc.assert(
    fc.property(
      fc.array(drawValue, { minLength: 70, maxLength: 300 }),
      fc.array(fc.tuple(fc.nat(), drawValue), { maxLength: 120 }),
      fc.boolean(),
      (drawn, changes, isBackwards) => {
        const values = Float64Array.from(drawn);
        const best = new BestRows(values, 1, () => values.length);
        const list = best.listOf(0);
        best.begin(list);
        // A row may be told of twice, as a name may have a word twice.
        const offered = [...values.keys(), 5, 6];
        for (const row of isBackwards ? offered.toReversed() : offered) best.offer(list, row);
        best.finish(list);
        for (const [drawnRow, value] of changes) {
          const row = drawnRow % values.length;
          if ((values[row] as number) < 0) continue;
          best.follow(0, row, value);
          values[row] = value;
          const ordered = [...values.keys()].filter((each) => (values[each] as number) >= 0);
          ordered.sort((x, y) => (values[y] as number) - (values[x] as number) || x - y);
          const count = best.counts[list] as number;
          expect([...best.rows.subarray(0, count)]).toEqual(ordered.slice(0, count));
        }
      },
    ),
    { numRuns: 500 },
  );
});

test("A small group has no list, and one that lost half of its rows is to be gathered anew", () => {
  const values = new Float64Array(200).fill(5);
  const best = new BestRows(values, 2, (group) => (group === 0 ? 64 : 65));
  expect([best.listOf(0), best.listOf(1)]).toEqual([-1, 0]);
  best.begin(0);
  for (let row = 0; row < 65; row += 1) best.offer(0, row);
  best.finish(0);
  expect([best.counts[0], best.isSpent(0)]).toEqual([64, false]);
  for (let row = 0; row < 33; row += 1) {
    best.follow(1, row, 0);
    values[row] = 0;
  }
  expect([best.counts[0], best.isSpent(0)]).toEqual([31, true]);
});

test("A small group that answers are read from is listed whole, and whoever falls behind or comes back keeps a place", () => {
  const values = Float64Array.from([5, 9, -1, 7, 9]);
  const best = new BestRows(values, 1, () => values.length, countForAnswers);
  const list = best.listOf(0);
  best.begin(list);
  for (const row of values.keys()) best.offer(list, row);
  best.finish(list);
  const follow = (row: number, value: number) => {
    best.follow(0, row, value);
    values[row] = value;
    return [...best.rows.subarray(0, best.counts[list])];
  };
  expect(best.isWhole(list)).toBe(true);
  expect(follow(1, 0)).toEqual([4, 3, 0, 1]);
  expect(follow(2, 0)).toEqual([4, 3, 0, 1, 2]);
  expect(follow(4, -1)).toEqual([3, 0, 1, 2]);
  expect(follow(4, 6)).toEqual([3, 4, 0, 1, 2]);
  for (const row of [0, 1, 2, 3]) follow(row, -1);
  expect(follow(4, -1)).toEqual([]);
  expect(follow(0, 1)).toEqual([0]);
  expect(best.isSpent(list)).toBe(false);
});
