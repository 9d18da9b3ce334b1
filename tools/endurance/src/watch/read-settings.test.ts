import { expect, test } from "vitest";
import { readSettings } from "./read-settings.ts";

test("Without words it is the whole check under a new seed, and short it has fewer episodes", () => {
  const whole = { isShort: false, seed: 42, episodeCountMin: 1_000, help: false };
  expect(readSettings([], 42)).toEqual(whole);
  expect(readSettings(["--short"], 42)).toEqual({ ...whole, isShort: true, episodeCountMin: 200 });
  expect(readSettings(["--short", "--seed", "7", "--episodes", "500"], 42)).toEqual({
    ...whole,
    isShort: true,
    seed: 7,
    episodeCountMin: 500,
  });
});

test.each([
  [["--seed", "x"], "--seed x is no whole number."],
  [["--episodes", "-1"], /episodes/],
  [["--engine", "sqlite"], /engine/],
])("%j is told as a fault", (words, fault) => {
  expect(readSettings(words, 1)).toEqual({
    fault: fault instanceof RegExp ? expect.stringMatching(fault) : fault,
  });
});
