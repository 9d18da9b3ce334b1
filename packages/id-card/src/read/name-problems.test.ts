import { expect, test } from "vitest";
import type { FoundSide } from "./find-side.ts";
import type { Quad } from "./geometry/straighten.ts";
import { nameProblems } from "./sides.ts";

const photo = { width: 1000, height: 800, data: new Uint8Array() };

function seen(
  left: number,
  top: number,
  right: number,
  bottom: number,
  more: Partial<FoundSide> = {},
): FoundSide {
  const quad: Quad = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
  return {
    photo,
    qr: undefined,
    mrz: undefined,
    quad,
    quadScore: 0.9,
    isTurnKnown: false,
    cardCount: 0,
    ...more,
  };
}

const codesOf = (found: FoundSide) => nameProblems("front", found).map(({ code }) => code);

test("A card that leaves the picture is cut off on that side", () => {
  expect(codesOf(seen(0, 200, 700, 640))).toEqual(["cut-off-left"]);
  expect(codesOf(seen(300, 200, 999, 640))).toEqual(["cut-off-right"]);
  expect(codesOf(seen(150, 0, 850, 440))).toEqual(["cut-off-top"]);
  expect(codesOf(seen(150, 360, 850, 799))).toEqual(["cut-off-bottom"]);
});

test("A scan whose border is the card's is not cut off", () => {
  expect(codesOf(seen(0, 0, 999, 799))).toEqual(["too-blurred"]);
});

test("A card of 319 pixels is too small, and one of 320 is as good as its sharpness", () => {
  expect(codesOf(seen(300, 300, 619, 501))).toEqual(["too-small"]);
  expect(codesOf(seen(300, 300, 620, 501))).toEqual(["too-blurred"]);
});

test("Where nothing speaks for a card there is none, and where two codes do there are several", () => {
  expect(codesOf(seen(100, 100, 900, 600, { quad: undefined }))).toEqual(["no-card"]);
  expect(codesOf(seen(100, 100, 900, 600, { quadScore: 0.5 }))).toEqual(["no-card"]);
  expect(codesOf(seen(100, 100, 900, 600, { cardCount: 2 }))).toEqual(["several-cards"]);
});

test("Each problem is told in words that its reader can act on", () => {
  expect(nameProblems("front", seen(0, 200, 700, 640))[0]?.says).toBe(
    "the card is cut off at the left; photograph the whole card",
  );
});
