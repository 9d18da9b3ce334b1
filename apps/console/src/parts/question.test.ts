import { expect, test } from "vitest";
import { followIntent, type Intent, type Question } from "./question.ts";

const cover = (amount: number, expectedCovered: number): Intent<object> => ({
  entered: String(amount),
  seen: String(expectedCovered),
  body: { amount, expectedCovered },
});
const asked: Question<object> = { key: "first", intent: cover(1_000, 0) };
const makeKey = (): string => "second";

test("a question stays as it was put, whatever else is drawn anew", () => {
  expect(followIntent(asked, cover(1_000, 0), makeKey)).toBe(asked);
});

test("another entry withdraws the question", () => {
  expect(followIntent(asked, cover(2_000, 0), makeKey)).toBeUndefined();
});

test("another amount in force puts the question anew under another key", () => {
  expect(followIntent(asked, cover(1_000, 500), makeKey)).toEqual({
    key: "second",
    intent: cover(1_000, 500),
    again: "moved",
  });
});

test("after a lost answer the same body is sent under the same key, whatever has changed", () => {
  const uncertain: Question<object> = { ...asked, again: "uncertain" };
  for (const now of [cover(2_000, 0), cover(1_000, 1_000)])
    expect(followIntent(uncertain, now, makeKey)).toBe(uncertain);
});
