import { expect, test } from "vitest";
import { normalizeText } from "./normalize-text.ts";

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
