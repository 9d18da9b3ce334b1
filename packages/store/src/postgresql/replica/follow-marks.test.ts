import { expect, test } from "vitest";
import { followMarks, type Marks } from "./follow-marks.ts";

function plan(members: { userCountMax?: number } = {}) {
  let atMs = 0;
  const marks = followMarks({ nowMs: () => atMs, behindMsMax: 1_000, userCountMax: 100, ...members });
  return {
    marks,
    goOn: (elapsedMs: number) => {
      atMs += elapsedMs;
    },
  };
}

function mark(marks: Marks, place: bigint): void {
  marks.begin()(place);
}

test("without a mark nobody is shown a copy", () => {
  expect(plan().marks.placeFor("u")).toBeUndefined();
});

test("a copy has to have come to the oldest mark that is not too old", () => {
  const { marks, goOn } = plan();
  mark(marks, 10n);
  goOn(600);
  mark(marks, 20n);
  expect(marks.placeFor("u")).toBe(10n);
  goOn(600);
  expect(marks.placeFor("u")).toBe(20n);
  goOn(600);
  expect(marks.placeFor("u")).toBeUndefined();
});

test("whoever was told something waits for a mark that was begun afterwards, and the others do not", () => {
  const { marks } = plan();
  mark(marks, 10n);
  const take = marks.begin();
  marks.noteTold("u");
  take(20n);
  expect(marks.placeFor("u")).toBeUndefined();
  expect(marks.placeFor("other")).toBe(10n);
  mark(marks, 30n);
  expect(marks.placeFor("u")).toBe(30n);
  expect(marks.placeFor("other")).toBe(10n);
});

test("whoever was shown a copy is never shown an earlier one", () => {
  const { marks } = plan();
  mark(marks, 10n);
  marks.noteShown("u", 25n);
  marks.noteShown("u", 15n);
  expect(marks.placeFor("u")).toBe(25n);
  marks.noteTold("u");
  marks.noteShown("u", 40n);
  expect(marks.placeFor("u")).toBeUndefined();
});

test("more users than are remembered wait together for a mark that is begun afterwards", () => {
  const { marks } = plan({ userCountMax: 2 });
  mark(marks, 10n);
  const take = marks.begin();
  for (const userId of ["a", "b", "c"]) marks.noteTold(userId);
  take(20n);
  expect(marks.placeFor("other")).toBeUndefined();
  mark(marks, 30n);
  expect(marks.placeFor("a")).toBe(30n);
});
