import { expect, test } from "vitest";
import { hasLength, isBase64, isDateTime, normalizeText } from "./text.ts";

test("composes decomposed Vietnamese", () => {
  expect(normalizeText("Nga\u0302n ha\u0300ng")).toBe("Ngân hàng");
});

test("trims spaces of every width at both ends and keeps those in the middle", () => {
  expect(normalizeText(" \u00a0\u3000hoa  phat \u2003")).toBe("hoa  phat");
});

test("keeps tabs and line breaks, which validation rejects as control characters", () => {
  expect(normalizeText("\tfpt\n")).toBe("\tfpt\n");
});

test("takes linear time for a hundred thousand spaces before a letter", () => {
  const text = `${"a ".repeat(50_000)}${" ".repeat(100_000)}a`;
  // The best of three, because the machine may be busy. Quadratic time would exceed the limit by far each time.
  const durationsMs = [1, 2, 3].map(() => {
    const began = performance.now();
    expect(normalizeText(text)).toBe(text);
    return performance.now() - began;
  });
  expect(Math.min(...durationsMs)).toBeLessThan(1_000);
});

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

test.each(["", "QUJD", "QUI=", "QQ==", "+/+/"])("accepts the padded Base64 %j", (text) => {
  expect(isBase64(text)).toBe(true);
});

test.each([
  "Q",
  "QQ",
  "QQ=",
  "QQ===",
  "=QQ=",
  "QU=J",
  "QQ==QUJD",
  "====",
  "QU-_",
  "QU JD",
  "QUJD\n",
  "data:,QUJ",
])("rejects %j, which is not padded Base64", (text) => {
  expect(isBase64(text)).toBe(false);
});

test("checks an image of the largest size without exceeding the stack", () => {
  const largest = "A".repeat(10_666_668);
  expect(isBase64(largest)).toBe(true);
  expect(isBase64(`${largest.slice(0, -1)}!`)).toBe(false);
});

test.each([
  "2026-11-21T03:20:00Z",
  "2026-11-21T03:20:00.5Z",
  "2024-02-29T23:59:59+07:00",
  "2000-02-29T00:00:00-00:30",
])("accepts %s", (text) => {
  expect(isDateTime(text)).toBe(true);
});

test.each([
  "2026-11-21T03:20:00",
  "2026-11-21 03:20:00Z",
  "2026-11-21T03:20Z",
  "2023-02-29T00:00:00Z",
  "1900-02-29T00:00:00Z",
  "2026-04-31T00:00:00Z",
  "2026-11-21T24:00:00Z",
  "2016-12-31T23:59:60Z",
  "2026-11-21T03:20:00+0700",
  "2026-11-21T03:20:00+24:00",
])("rejects %s", (text) => {
  expect(isDateTime(text)).toBe(false);
});
