import { expect, test } from "vitest";
import { readSettings } from "./read-settings.ts";

test("a run is five minutes long, a short one forty seconds, and its seed may be chosen", () => {
  expect(readSettings([], 5)).toEqual({ seconds: 300, seed: 5, help: false });
  expect(readSettings(["--short", "--seed", "7"], 5)).toEqual({ seconds: 40, seed: 7, help: false });
  expect(readSettings(["--seconds", "60"], 5)).toMatchObject({ seconds: 60 });
});

test.each([
  [["--seconds", "long"], "--seconds long is no whole number."],
  [["--forever"], "Unknown option '--forever'"],
])("%s is refused with a sentence", (words, sentence) => {
  expect(readSettings(words, 5)).toEqual({ fault: expect.stringContaining(sentence) });
});
