import { expect, test } from "vitest";
import { chooseSpan } from "./check-engine.ts";

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

test("gives 200 ms once all work is done", () => {
  expect(chooseSpan({ killsLeft: 9, workedMs: 90_000, works: [{ count: 2, countMin: 1 }] })).toBe(200);
});
