import { expect, test } from "vitest";
import type { Quad } from "./geometry/straighten.ts";
import { measureQuality } from "./measure-quality.ts";

const [width, height] = [1_000, 630];
const quad: Quad = [
  { x: 0, y: 0 },
  { x: width - 1, y: 0 },
  { x: width - 1, y: height - 1 },
  { x: 0, y: height - 1 },
];

/** Ink in squares without any order. */
function inkAt(x: number, y: number): number {
  const mixed =
    Math.imul(Math.floor(x / 14) * 73_856_093, 19) ^ Math.imul(Math.floor(y / 14) * 19_349_663, 83);
  return ((mixed >>> 7) ^ (mixed >>> 17)) % 10 < 3 ? 40 : 215;
}

/** A card with ink, as `shade` changes each pixel of it. */
function measure(shade: (value: number, x: number, y: number) => number = (value) => value) {
  const data = new Uint8Array(width * height).map((_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    return Math.min(255, shade(inkAt(x, y), x, y));
  });
  return measureQuality({ width, height, data }, quad);
}

/** Every pixel as the mean of a square around it. */
function blurred(radius: number) {
  return (_: number, x: number, y: number) => {
    let sum = 0;
    for (let j = -radius; j <= radius; j += 1)
      for (let i = -radius; i <= radius; i += 1) sum += inkAt(x + i, y + j);
    return sum / (2 * radius + 1) ** 2;
  };
}

test("brightness is that of the paper", () => {
  expect(measure().brightness).toBe(215);
  expect(measure((value) => value * 0.2).brightness).toBe(43);
});

test("glare is the share of the card without any ink left", () => {
  expect(measure().glareShare).toBe(0);
  const spot = measure((value, x, y) => (x > 400 && x < 600 && y > 200 && y < 400 ? 255 : value));
  expect(spot.glareShare).toBeGreaterThan(0.04);
  expect(spot.glareShare).toBeLessThan(0.08);
});

test("a blurred edge is less sharp", () => {
  const sharpness = [blurred(0), blurred(2), blurred(5)].map((shade) => measure(shade).sharpness);
  expect(sharpness).toEqual(sharpness.toSorted((a, b) => b - a));
  expect(sharpness[2]).toBeLessThan(0.12);
});

test("the pixels of a screen are regular, and those of grain are not", () => {
  const screen = measure((value, x) => value * (0.8 + 0.2 * Math.cos((2 * Math.PI * x) / 3.3)));
  expect(screen.regularity).toBeGreaterThan(0.4);
  let state = 1;
  const grain = measure((value) => {
    state = (state * 48_271) % 2_147_483_647;
    return value + (state % 13) - 6;
  });
  expect(grain.regularity).toBeLessThan(0.26);
});
