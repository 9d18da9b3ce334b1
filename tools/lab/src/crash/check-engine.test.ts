import { expect, test } from "vitest";
import { chooseSpan, evaluateStarts } from "./check-engine.ts";

test("gives the first process 200 ms, and later ones while their work keeps up", () => {
  const works = [{ count: 0, countMin: 10_000 }];
  expect(chooseSpan({ killsLeft: 200, workedMs: 0, works })).toBe(200);
  expect(chooseSpan({ killsLeft: 150, workedMs: 5_000, works: [{ count: 3_000, countMin: 10_000 }] })).toBe(
    200,
  );
});

test("gives the next process twice the share of the slowest work", () => {
  const works = [
    { count: 5_000, countMin: 10_000 },
    { count: 1_000, countMin: 10_000 },
  ];
  // 5 ms per operation, 60 operations per kill.
  expect(chooseSpan({ killsLeft: 150, workedMs: 5_000, works })).toBe(600);
});

test("gives no process more than ten seconds, even without progress or remaining kills", () => {
  const works = [{ count: 0, countMin: 10_000 }];
  expect(chooseSpan({ killsLeft: 150, workedMs: 5_000, works })).toBe(10_000);
  expect(chooseSpan({ killsLeft: 0, workedMs: 5_000, works: [{ count: 100, countMin: 500 }] })).toBe(10_000);
});

test("gives a process three seconds for the last work after all kills", () => {
  expect(chooseSpan({ killsLeft: 0, workedMs: 60_000, works: [{ count: 498, countMin: 500 }] })).toBe(3_000);
});

test("gives 200 ms once all work is done", () => {
  expect(chooseSpan({ killsLeft: 9, workedMs: 90_000, works: [{ count: 2, countMin: 1 }] })).toBe(200);
});

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
