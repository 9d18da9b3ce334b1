import { expect, test } from "vitest";
import { medianOf, printFigures } from "./print-figures.ts";

test("the median is the value in the middle, whatever the order", () => {
  expect(medianOf([5, 1, 100])).toBe(5);
});

test("the median of nothing is refused", () => {
  expect(() => medianOf([])).toThrow(RangeError);
});

test("a figure on its mark is reached, and one beyond it is missed", () => {
  const table = printFigures("pipeline", [
    { what: "on the mark", value: 2, unit: "s", reach: 2 },
    { what: "beyond it", value: 2.01, unit: "s", reach: 2 },
    { what: "without a mark", value: 1234, unit: "lines" },
  ]);
  expect(table).toMatch(/on the mark +2\.00 s {3}≤ 2\.00 s {3}reached/);
  expect(table).toMatch(/beyond it +2\.01 s {3}≤ 2\.00 s {3}MISSED/);
  expect(table).toMatch(/without a mark +1,234 lines\n/);
});

test("what is counted is printed without fractions, however little of it there is", () => {
  expect(printFigures("client", [{ what: "ours", value: 8, unit: "instantiations" }])).toMatch(
    / 8 instantiations\n/,
  );
});
