import { expect, test } from "vitest";
import { isCloseTo } from "./compare-text.ts";

test("One letter changed, left out or put in is close, and two are not", () => {
  expect(isCloseTo("hanoi", "honoi")).toBe(true);
  expect(isCloseTo("hanoi", "hani")).toBe(true);
  expect(isCloseTo("hanoi", "hannoi")).toBe(true);
  expect(isCloseTo("hanoi", "hanoi")).toBe(true);
  expect(isCloseTo("hanoi", "hunio")).toBe(false);
  expect(isCloseTo("hanoi", "hanam")).toBe(false);
  expect(isCloseTo("hanoi", "han")).toBe(false);
});
