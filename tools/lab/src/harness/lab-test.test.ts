import { expect, test } from "vitest";
import { labTest, readWords, renderHelp } from "./lab-test.ts";

const falls = labTest({
  about: "Lets prices fall.",
  options: {
    falls: { kind: "count", about: "how many", usual: 200, short: 20, min: 10 },
    engine: { kind: "choice", about: "one engine only", names: ["sqlite", "postgresql"] },
    loud: { kind: "flag", about: "say more" },
  },
  run: async () => {},
});

test("runs the whole test with a new seed by default", () => {
  expect(readWords(falls, [], 7)).toEqual({
    options: { falls: 200, engine: undefined, loud: false },
    isShort: false,
    seed: 7,
    help: false,
  });
});

test("accepts the short form, a seed and options", () => {
  const words = ["--short", "--seed", "42", "--engine", "sqlite", "--loud"];
  const read = { options: { falls: 20, engine: "sqlite", loud: true }, isShort: true, seed: 42, help: false };
  expect(readWords(falls, words, 7)).toEqual(read);
  expect(readWords(falls, ["--short", "--falls", "50"], 7)).toMatchObject({ options: { falls: 50 } });
});

test.each([
  [["--engine", "d1"], "--engine d1 is not known; there are sqlite, postgresql."],
  [["--seed", "-1"], "Option '--seed' argument is ambiguous"],
  [["--seed", "x"], "--seed x is no whole number."],
  [["--falls", "9"], "--falls 9 is too few: give 10 at least."],
  [["--rows"], "Unknown option '--rows'"],
])("reports what is wrong in %j", (words, fault) => {
  expect(readWords(falls, words, 7)).toEqual({ fault: expect.stringContaining(fault) });
});

test("lists every option with its values in the help", () => {
  const help = renderHelp("race", falls);
  expect(help).toContain("pnpm lab race [options]");
  expect(help).toContain("--falls N       how many (200; short: 20)");
  expect(help).toContain("--engine NAME   one engine only: sqlite, postgresql");
});
