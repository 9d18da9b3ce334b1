import { expect, test } from "vitest";
import { evaluateStarts } from "./judge-cash.ts";

test("accepts starts of up to two seconds", () => {
  expect(evaluateStarts([100, 2_000])).toEqual({ longestMs: 2_000, faults: [], notes: [] });
});

test("notes two slow starts in a row, and reports the third", () => {
  const twice = [
    "start 1 was ready only after 2001 ms (attempt 1 of 3)",
    "start 2 was ready only after 2500 ms (attempt 2 of 3)",
  ];
  expect(evaluateStarts([2_001, 2_500, 90, 2_600])).toEqual({
    longestMs: 2_600,
    faults: [],
    notes: [...twice, "start 4 was ready only after 2600 ms (attempt 1 of 3)"],
  });
  expect(evaluateStarts([2_001, 2_500, 2_600])).toEqual({
    longestMs: 2_600,
    faults: ["start 3 was ready only after 2600 ms (attempt 3 of 3)"],
    notes: twice,
  });
});
