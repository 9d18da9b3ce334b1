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
  isFrame: false,
  smallness: "none" as const,
  quality: undefined,
  isTurnKnown: false,
  cardCount: 0,
};
const plain: FoundSide = nothing;
const withMrz: FoundSide = { ...nothing, mrz: { fields: undefined, score: 0.9, nameScore: 0.9 } };
const withCode: FoundSide = {
  ...nothing,
  qr: parseQrText("001204000017||Trần Minh Khôi|17032004|Nam|Hà Nội|22082022"),
};

test("sides in the right order stay as they are", () => {
  expect(sortSides({ front: withCode, back: withMrz })).toMatchObject({
    front: withCode,
    isSwapped: false,
  });
  expect(sortSides({ front: plain, back: withMrz })).toMatchObject({ back: withMrz, isSwapped: false });
});

test("swapped sides are put in order, by the MRZ or by the QR code", () => {
  expect(sortSides({ front: withMrz, back: plain })).toMatchObject({
    front: plain,
    back: withMrz,
    isSwapped: true,
  });
  expect(sortSides({ front: plain, back: withCode })).toMatchObject({
    front: withCode,
    back: plain,
    isSwapped: true,
  });
});

test("a back that is sent as the front is read as a back and reported", () => {
  const sorted = sortSides({ front: withMrz });
  expect(sorted.front).toBeUndefined();
  expect(sorted.back).toBe(withMrz);
  expect(sorted.problems.map(({ code }) => code)).toEqual(["is_back"]);
});

test("of two fronts the second is a problem of the back", () => {
  const sorted = sortSides({ front: withCode, back: withCode });
  expect(sorted.back).toBeUndefined();
  expect(sorted.problems.map(({ side, code }) => [side, code])).toEqual([["back", "is_front"]]);
});
