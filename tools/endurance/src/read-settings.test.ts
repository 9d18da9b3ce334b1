import { expect, test } from "vitest";
import { readSettings } from "./read-settings.ts";

test("nothing said means every check in full, with the seed that is new", () => {
  expect(readSettings([], 7)).toEqual({
    only: undefined,
    on: undefined,
    isShort: false,
    seed: 7,
    help: false,
  });
});

test("one check can be asked for, on another runtime, in its short form and with an old seed", () => {
  expect(readSettings(["--only", "rubbish", "--on", "bun", "--short", "--seed", "42"], 7)).toEqual({
    only: "rubbish",
    on: "bun",
    isShort: true,
    seed: 42,
    help: false,
  });
});

test.each([
  [
    ["--only", "weather"],
    "--only weather is not known; there are stopping, slow, starts, changes, flood, store-away, rubbish, hostile.",
  ],
  [["--on", "rhino"], "--on rhino is not known; there are bun, deno."],
  [["--seed", "-1"], "Option '--seed' argument is ambiguous"],
  [["--seed", "x"], "--seed x is no whole number."],
  [["--rows"], "Unknown option '--rows'"],
])("what is wrong in %j is said", (words, fault) => {
  expect(readSettings(words, 7)).toEqual({ fault: expect.stringContaining(fault) });
});
