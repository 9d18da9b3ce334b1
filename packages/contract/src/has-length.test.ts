import { expect, test } from "vitest";
import { hasLength } from "./has-length.ts";

test("a text inside both bounds has the length, and one character beyond either does not", () => {
  const fits = hasLength({ minLength: 2, maxLength: 3 });
  expect(["a", "ab", "abc", "abcd"].map(fits)).toEqual([false, true, true, false]);
});

test("a character outside the basic plane counts once, though it takes two UTF-16 units", () => {
  const fits = hasLength({ minLength: 2, maxLength: 3 });
  expect(["😀", "😀😀", "😀😀😀", "😀😀😀😀"].map(fits)).toEqual([false, true, true, false]);
});

test("an accent that arrives as a character of its own counts as one", () => {
  expect(hasLength({ maxLength: 1 })("e\u0301")).toBe(false);
});

test("a bound that is left out does not bind", () => {
  expect(hasLength({})("")).toBe(true);
  expect(hasLength({ minLength: 1 })("a".repeat(100_000))).toBe(true);
});
