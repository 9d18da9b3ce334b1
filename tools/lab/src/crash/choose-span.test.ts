import { expect, test } from "vitest";
import { chooseSpan } from "./check-engine.ts";

test("the first process is killed within 200 ms, and so are those whose work keeps up", () => {
  const works = [{ count: 0, countMin: 10_000 }];
  expect(chooseSpan({ killsLeft: 200, workedMs: 0, works })).toBe(200);
  expect(chooseSpan({ killsLeft: 150, workedMs: 5_000, works: [{ count: 3_000, countMin: 10_000 }] })).toBe(
    200,
  );
});

test("the work that is slowest says how long the next one lives, twice its share at most", () => {
  const works = [
    { count: 5_000, countMin: 10_000 },
    { count: 1_000, countMin: 10_000 },
  ];
  // 5 ms a piece, 60 pieces a kill.
  expect(chooseSpan({ killsLeft: 150, workedMs: 5_000, works })).toBe(600);
});

test("no process lives for more than two seconds, also where nothing was done or no kill is left", () => {
  const works = [{ count: 0, countMin: 10_000 }];
  expect(chooseSpan({ killsLeft: 150, workedMs: 5_000, works })).toBe(2_000);
  expect(chooseSpan({ killsLeft: 0, workedMs: 5_000, works: [{ count: 100, countMin: 500 }] })).toBe(2_000);
});

test("a process is killed within 200 ms where all work is done", () => {
  expect(chooseSpan({ killsLeft: 9, workedMs: 90_000, works: [{ count: 2, countMin: 1 }] })).toBe(200);
});
