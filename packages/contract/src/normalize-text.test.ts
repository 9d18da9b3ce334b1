import { expect, test } from "vitest";
import { normalizeText } from "./normalize-text.ts";

test("decomposed Vietnamese becomes composed", () => {
  expect(normalizeText("Nga\u0302n ha\u0300ng")).toBe("Ngân hàng");
});

test("spaces of every width go from both ends and stay in the middle", () => {
  expect(normalizeText(" \u00a0\u3000hoa  phat \u2003")).toBe("hoa  phat");
});

test("tabs and line ends stay, so that they are refused as control characters", () => {
  expect(normalizeText("\tfpt\n")).toBe("\tfpt\n");
});

test("a hundred thousand spaces before a letter are passed over in linear time", () => {
  const text = `${"a ".repeat(50_000)}${" ".repeat(100_000)}a`;
  // The best of three, because a busy machine says nothing of us; in quadratic time none of them would be near it.
  const durationsMs = [1, 2, 3].map(() => {
    const began = performance.now();
    expect(normalizeText(text)).toBe(text);
    return performance.now() - began;
  });
  expect(Math.min(...durationsMs)).toBeLessThan(1_000);
});
