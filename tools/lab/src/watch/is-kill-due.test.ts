import { expect, test } from "vitest";
import { isKillDue } from "./rounds.ts";

const inMiddle = { judgedCount: 100, leftCount: 30, takeoverMs: 4_000 };
const tooLate = { judgedCount: 130, leftCount: 0, takeoverMs: 0 };

test("as many servers are killed as were asked for, and no more where one of them left something behind", () => {
  expect(isKillDue({ killCount: 2, interruptions: [inMiddle] })).toBe(true);
  expect(isKillDue({ killCount: 2, interruptions: [inMiddle, tooLate] })).toBe(false);
});

test("where each came too late it is tried again, but not for ever", () => {
  expect(isKillDue({ killCount: 1, interruptions: [tooLate] })).toBe(true);
  expect(isKillDue({ killCount: 1, interruptions: [tooLate, inMiddle] })).toBe(false);
  expect(isKillDue({ killCount: 1, interruptions: [tooLate, tooLate, tooLate, tooLate, tooLate] })).toBe(
    false,
  );
});
