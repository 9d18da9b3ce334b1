import { expect, test } from "vitest";
import { isKillDue } from "./rounds.ts";

const inMiddle = { judgedCount: 100, leftCount: 30, takeoverMs: 4_000 };
const tooLate = { judgedCount: 130, leftCount: 0, takeoverMs: 0 };

test("kills the requested number of servers, and no more if one was killed in the middle of its work", () => {
  expect(isKillDue({ killCount: 2, interruptions: [inMiddle] })).toBe(true);
  expect(isKillDue({ killCount: 2, interruptions: [inMiddle, tooLate] })).toBe(false);
});

test("tries again if every kill was too late, but not forever", () => {
  expect(isKillDue({ killCount: 1, interruptions: [tooLate] })).toBe(true);
  expect(isKillDue({ killCount: 1, interruptions: [tooLate, inMiddle] })).toBe(false);
  expect(isKillDue({ killCount: 1, interruptions: [tooLate, tooLate, tooLate, tooLate, tooLate] })).toBe(
    false,
  );
});
