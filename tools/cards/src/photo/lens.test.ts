import { expect, it } from "vitest";
import { makeDice } from "../dice.ts";
import { addNoise, blurByLens, smearByMotion } from "./lens.ts";
import type { Raster } from "./raster.ts";

const gray = (value: number): Raster => ({
  width: 41,
  height: 41,
  data: new Uint8ClampedArray(41 * 41 * 4).fill(value),
});
const at = ({ data }: Raster, x: number, y: number) => data[(y * 41 + x) * 4] ?? Number.NaN;

it("leaves a uniform picture unchanged", () => {
  const picture = gray(180);
  blurByLens(picture, 2.3);
  smearByMotion(picture, { length: 6, angle: 30 });
  expect(new Set(picture.data.filter((_, i) => i % 4 < 3))).toEqual(new Set([180]));
});

it("spreads a bright point by a Gaussian of the given deviation", () => {
  const picture = gray(0);
  picture.data[(20 * 41 + 20) * 4] = 255;
  blurByLens(picture, 1);
  expect(at(picture, 20, 20)).toBeCloseTo(255 * 0.16, -1);
  expect(at(picture, 21, 20) / at(picture, 20, 20)).toBeCloseTo(Math.exp(-0.5), 1);
  expect(at(picture, 20, 22)).toBe(at(picture, 22, 20));
});

it("smears only in the direction of the motion", () => {
  const picture = gray(0);
  picture.data[(20 * 41 + 20) * 4] = 255;
  smearByMotion(picture, { length: 4, angle: 0 });
  expect(at(picture, 22, 20)).toBe(51);
  expect(at(picture, 20, 21)).toBe(0);
});

it("adds noise of the given deviation", () => {
  const picture = gray(128);
  addNoise(picture, 6, makeDice("grain"));
  const values = [...picture.data].filter((_, i) => i % 4 === 1);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  expect(mean).toBeCloseTo(128, -1);
  expect(deviation).toBeGreaterThan(4.5);
  expect(deviation).toBeLessThan(6.5);
});
