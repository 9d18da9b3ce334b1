import { expect, test } from "vitest";
import { evenShade, hasInk, sharpen } from "./image.ts";

const [width, height] = [396, 38];

/** A zone with ten strokes, two pixels wide, on grainy paper. */
function draw(paper: number, ink: number, grain: number) {
  const data = new Uint8Array(width * height).map((_, i) => {
    const x = i % width;
    const isStroke = x < 200 && x % 20 < 2;
    return (isStroke ? ink : paper) + ((i * 7_919) % 13 < 6 ? grain : -grain);
  });
  return sharpen(evenShade({ width, height, data }, 15), 2, 1.5);
}

test("print has ink in the light, in a shadow, and faded to half its contrast", () => {
  expect(hasInk(draw(220, 60, 0))).toBe(true);
  expect(hasInk(draw(60, 20, 4))).toBe(true);
  expect(hasInk(draw(200, 120, 6))).toBe(true);
});

test("blank and grainy paper have no ink", () => {
  expect(hasInk(draw(220, 220, 0))).toBe(false);
  expect(hasInk(draw(130, 130, 3))).toBe(false);
});
