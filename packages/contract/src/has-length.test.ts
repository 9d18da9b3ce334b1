import { expect, test } from "vitest";
import { hasLength } from "./has-length.ts";

test("accepts a string within both bounds and rejects one character more or less", () => {
  const fits = hasLength({ minLength: 2, maxLength: 3 });
  expect(["a", "ab", "abc", "abcd"].map(fits)).toEqual([false, true, true, false]);
});

test("counts a character outside the basic plane once, although it has two UTF-16 units", () => {
  const fits = hasLength({ minLength: 2, maxLength: 3 });
  expect(["😀", "😀😀", "😀😀😀", "😀😀😀😀"].map(fits)).toEqual([false, true, true, false]);
});

test("counts a combining accent as a character", () => {
  expect(hasLength({ maxLength: 1 })("e\u0301")).toBe(false);
});

test("has no limit where a bound is omitted", () => {
  expect(hasLength({})("")).toBe(true);
  expect(hasLength({ minLength: 1 })("a".repeat(100_000))).toBe(true);
});
