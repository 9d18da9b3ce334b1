import { expect, test } from "vitest";
import { IntList } from "./int-list.ts";
import { ValueLevels } from "./value-levels.ts";

test("Rows come by how large their values are about, and stay in their order where those are alike", () => {
  const values = Float64Array.from([0, 5_000_000_000, 3, 4_999_999_999, -1, 1e15, 0, 40]);
  const rows = new IntList();
  for (const row of values.keys()) rows.push(row);
  const levels = new ValueLevels();
  levels.sort(values, rows);
  expect([...rows.toArray()]).toEqual([5, 1, 3, 7, 2, 0, 4, 6]);
  rows.count = 0;
  for (const row of [2, 7]) rows.push(row);
  levels.sort(values, rows);
  expect([...rows.toArray()]).toEqual([7, 2]);
});

test("Where the best are enough, the others stay as they were behind them, and every one of them is smaller", () => {
  const values = Float64Array.from([0, 5_000_000_000, 3, 4_999_999_999, -1, 1e15, 0, 40]);
  const rows = new IntList();
  for (const row of values.keys()) rows.push(row);
  const levels = new ValueLevels();
  // Two are about as large, so that both are taken.
  expect(levels.sort(values, rows, 2)).toBe(3);
  expect([...rows.toArray()]).toEqual([5, 1, 3, 0, 2, 4, 6, 7]);
  expect([levels.isAbove(4_999_999_999), levels.isAbove(40)]).toEqual([true, false]);
  expect(levels.sort(values, rows, 100)).toBe(8);
});
