import fc from "fast-check";
import { expect, test } from "vitest";
import { RowWalk } from "./row-walk.ts";
import { takeSteps } from "./steps.ts";
import { setTreeValue, valueTree } from "./value-tree.ts";

const drawValue = fc.constantFrom(-1, 0, 0, 0, 1, 2, 3, 7_000_000_000);

test("A walk meets the rows of a range by value, then by row, without those that are gone, after every change", () => {
  const walk = new RowWalk();
  fc.assert(
    fc.property(
      fc.array(drawValue, { minLength: 1, maxLength: 700 }),
      fc.array(fc.tuple(fc.nat(), drawValue), { maxLength: 30 }),
      fc.tuple(fc.nat({ max: 700 }), fc.nat({ max: 700 })),
      (drawn, changes, [x, y]) => {
        const values = Float64Array.from(drawn);
        const tree = takeSteps(valueTree(values));
        for (const [row, value] of changes) setTreeValue(tree, row % values.length, value);
        const from = Math.min(x, y, values.length);
        const to = Math.min(Math.max(x, y), values.length);
        const met: number[] = [];
        walk.run(tree, from, to, Number.POSITIVE_INFINITY, (row) => met.push(row) > 0);
        const expected = [...values.keys()].slice(from, to).filter((row) => (values[row] ?? -1) >= 0);
        expected.sort((left, right) => (values[right] ?? 0) - (values[left] ?? 0) || left - right);
        expect(met).toEqual(expected);
      },
    ),
    { numRuns: 1_000 },
  );
});

test("A walk ends where the visitor has enough, and says so when it may not go on", () => {
  const tree = takeSteps(valueTree(Float64Array.of(5, 9, 7)));
  const met: number[] = [];
  expect(new RowWalk().run(tree, 0, 3, 10, (row) => met.push(row) < 2)).toBe(true);
  expect(met).toEqual([1, 2]);
  expect(new RowWalk().run(tree, 0, 3, 2, () => true)).toBe(false);
  expect(new RowWalk().run(tree, 0, 3, 3, () => true)).toBe(true);
});
