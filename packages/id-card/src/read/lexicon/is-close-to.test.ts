import { expect, test } from "vitest";
import { isCloseTo } from "./compare-text.ts";

test("texts are close if one letter is changed, removed or added, and not if two are", () => {
  expect(isCloseTo("hanoi", "honoi")).toBe(true);
  expect(isCloseTo("hanoi", "hani")).toBe(true);
  expect(isCloseTo("hanoi", "hannoi")).toBe(true);
  expect(isCloseTo("hanoi", "hanoi")).toBe(true);
  expect(isCloseTo("hanoi", "hunio")).toBe(false);
  expect(isCloseTo("hanoi", "hanam")).toBe(false);
  expect(isCloseTo("hanoi", "han")).toBe(false);
});
