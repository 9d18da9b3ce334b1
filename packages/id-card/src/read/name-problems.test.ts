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
    isFrame: false,
    smallness: "none",
    quality: undefined,
    isTurnKnown: false,
    cardCount: 0,
    ...more,
  };
}

const codesOf = (found: FoundSide, isLost = true) =>
  nameProblems("front", found, isLost).map(({ code }) => code);

test("a card that extends beyond the picture is cut off on that side", () => {
  expect(codesOf(seen(0, 200, 700, 640))).toEqual(["cut_off_left"]);
  expect(codesOf(seen(300, 200, 999, 640))).toEqual(["cut_off_right"]);
  expect(codesOf(seen(150, 0, 850, 440))).toEqual(["cut_off_top"]);
  expect(codesOf(seen(150, 360, 850, 799))).toEqual(["cut_off_bottom"]);
});

test("a scan that is cropped to the card is not cut off", () => {
  expect(codesOf(seen(0, 0, 999, 799))).toEqual(["too_blurred"]);
});

test("a card 319 pixels wide is too small, and one of 320 is not", () => {
  expect(codesOf(seen(300, 300, 619, 501))).toEqual(["too_small"]);
  expect(codesOf(seen(300, 300, 620, 501))).toEqual(["too_blurred"]);
});

test("a side with a low score has no card, and one with two QR codes has several", () => {
  expect(codesOf(seen(100, 100, 900, 600, { quad: undefined }))).toEqual(["no_card"]);
  expect(codesOf(seen(100, 100, 900, 600, { quadScore: 0.5 }))).toEqual(["no_card"]);
  expect(codesOf(seen(100, 100, 900, 600, { cardCount: 2 }))).toEqual(["several_cards"]);
});

test("a problem has a message that says what to do", () => {
  expect(nameProblems("front", seen(0, 200, 700, 640), true)[0]?.message).toBe(
    "the card is cut off at the left; photograph the whole card",
  );
});

const fine = { brightness: 200, glareShare: 0, sharpness: 0.2, regularity: 0.1 };

test.each([
  ["too_dark", { brightness: 60 }],
  ["glare", { glareShare: 0.03 }],
  ["photo_of_screen", { regularity: 0.5 }],
  ["too_blurred", { sharpness: 0.09 }],
])("reports %s by its measure, even if everything was read", (code, measured) => {
  const found = seen(100, 100, 900, 600, { quality: { ...fine, ...measured } });
  expect(codesOf(found, false)).toEqual([code]);
});

test("a good photograph has no fault, and one with two faults has both", () => {
  expect(codesOf(seen(100, 100, 900, 600, { quality: fine }), false)).toEqual([]);
  const dark = { ...fine, brightness: 60, sharpness: 0.09 };
  expect(codesOf(seen(100, 100, 900, 600, { quality: dark }))).toEqual(["too_dark", "too_blurred"]);
});

test("reports too_small if all edges are in a small part, unless a card was found or read", () => {
  expect(codesOf(seen(100, 100, 900, 600, { smallness: "likely", quadScore: 0.5 }))).toEqual(["too_small"]);
  expect(codesOf(seen(100, 100, 900, 600, { smallness: "likely", quality: fine }), false)).toEqual([]);
  expect(codesOf(seen(100, 100, 900, 600, { smallness: "certain", quality: fine }))).toEqual(["too_small"]);
  expect(codesOf(seen(100, 100, 900, 600, { smallness: "possible", quadScore: 0.5 }))).toEqual(["too_small"]);
  expect(codesOf(seen(100, 100, 900, 600, { smallness: "possible", quality: fine }), false)).toEqual([]);
  const qr = { idNumber: "001204000017" } as FoundSide["qr"];
  expect(
    codesOf(seen(100, 100, 900, 600, { smallness: "certain", quadScore: 0.5, qr, quality: fine }), false),
  ).toEqual([]);
});

test("the border of a picture on which nothing was read is no card, and one that was read is", () => {
  const frame = { isFrame: true, quadScore: 0.62, quality: { ...fine, brightness: 60 } };
  expect(codesOf(seen(0, 0, 999, 799, frame), true)).toEqual(["no_card"]);
  expect(codesOf(seen(0, 0, 999, 799, frame), false)).toEqual(["too_dark"]);
});
