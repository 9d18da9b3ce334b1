import { expect, test } from "vitest";
import type { FoundSide } from "./find-side.ts";
import { parseQrText } from "./qr/parse-qr-text.ts";
import { sortSides } from "./sides.ts";

const photo = { width: 1, height: 1, data: new Uint8Array(3) };
const nothing = {
  photo,
  qr: undefined,
  mrz: undefined,
  quad: undefined,
  quadScore: 0,
  isTurnKnown: false,
  cardCount: 0,
};
const plain: FoundSide = nothing;
const withLines: FoundSide = { ...nothing, mrz: { says: undefined, score: 0.9, nameScore: 0.9 } };
const withCode: FoundSide = {
  ...nothing,
  qr: parseQrText("001204000017||Trần Minh Khôi|17032004|Nam|Hà Nội|22082022"),
};

test("Sides that were sent the right way round stay", () => {
  expect(sortSides({ front: withCode, back: withLines })).toMatchObject({
    front: withCode,
    isSwapped: false,
  });
  expect(sortSides({ front: plain, back: withLines })).toMatchObject({ back: withLines, isSwapped: false });
});

test("Swapped sides are put right, whichever of them tells", () => {
  expect(sortSides({ front: withLines, back: plain })).toMatchObject({
    front: plain,
    back: withLines,
    isSwapped: true,
  });
  expect(sortSides({ front: plain, back: withCode })).toMatchObject({
    front: withCode,
    back: plain,
    isSwapped: true,
  });
});

test("A back alone in the place of the front is read as a back, and said to be one", () => {
  const sorted = sortSides({ front: withLines });
  expect(sorted.front).toBeUndefined();
  expect(sorted.back).toBe(withLines);
  expect(sorted.problems.map(({ code }) => code)).toEqual(["is-back"]);
});

test("Two fronts are a front, and a problem of the back", () => {
  const sorted = sortSides({ front: withCode, back: withCode });
  expect(sorted.back).toBeUndefined();
  expect(sorted.problems.map(({ side, code }) => [side, code])).toEqual([["back", "is-front"]]);
});
