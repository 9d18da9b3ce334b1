import { expect, test } from "vitest";
import type { Quad } from "../geometry/straighten.ts";
import { findLines, zoneOfLines } from "./find-lines.ts";

const [width, height] = [856, 540];
const whole = { left: 0, top: 0, right: 1, bottom: 1 };
const quad: Quad = [
  { x: 0, y: 0 },
  { x: width - 1, y: 0 },
  { x: width - 1, y: height - 1 },
  { x: 0, y: height - 1 },
];

/** Strokes in lines of 2 mm at these heights in millimetres, on paper that is darker to the right, falling by `slope` millimetres. */
function draw(middles: readonly number[], slope = 0) {
  const data = new Uint8Array(width * height).map((_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    const down = y / 10 - slope * (x / width - 0.5);
    const isInk = x > 60 && x < 800 && x % 9 < 3 && middles.some((middle) => Math.abs(down - middle) < 1);
    return (isInk ? 60 : 200) * (1 - (0.4 * x) / width);
  });
  return { width, height, data };
}

const middlesOf = (lines: ReturnType<typeof findLines>["lines"]) =>
  lines.map(({ top, bottom }) => ((top + bottom) / 2) * 54);

test("lines are found wherever they are, without shadow or light mattering", () => {
  for (const middles of [
    [8, 20, 24.5, 41],
    [5.5, 9, 13, 30, 50],
  ]) {
    const found = middlesOf(findLines(draw(middles), quad, whole).lines);
    expect(found).toHaveLength(middles.length);
    for (const [i, middle] of middles.entries()) expect(Math.abs((found[i] ?? 0) - middle)).toBeLessThan(0.5);
  }
});

test("a card is levelled by its lines", () => {
  const { lines, quad: levelled } = findLines(draw([10, 20, 30, 40], 0.6), quad, whole);
  expect(lines).toHaveLength(4);
  // The lines fall by 6 pixels, half of them on either side of the middle.
  expect((levelled[1].y - quad[1].y) / 3).toBeCloseTo(1, 0);
  expect((levelled[0].y - quad[0].y) / -3).toBeCloseTo(1, 0);
});

test("paper without print has no lines", () => {
  expect(findLines(draw([]), quad, whole).lines).toEqual([]);
});

test("a zone has whole lines with half of the gaps around them, and is as asked for where there are none", () => {
  const { lines } = findLines(draw([10, 14, 18, 40]), quad, whole);
  const zone = zoneOfLines(lines, whole, 13 / 54, 19 / 54);
  expect(zone.top * 54).toBeCloseTo(12, 0);
  expect(zone.bottom * 54).toBeGreaterThan(19);
  expect(zone.bottom * 54).toBeLessThan(21);
  expect(zoneOfLines(lines, whole, 0.5, 0.6)).toEqual({ ...whole, top: 0.5, bottom: 0.6 });
});
