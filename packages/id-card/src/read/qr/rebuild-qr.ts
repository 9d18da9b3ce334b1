import type { GrayImage } from "../image/gray-image.ts";
import { equalizeModules } from "./equalize-modules.ts";
import { type CodePlace, type Finders, findFinders } from "./find-finders.ts";
import { fixedModules } from "./fixed-modules.ts";

/** Finder patterns that match worse are none. */
const scoreMin = 0.5;

const pixelsPerModule = 4;
const quietModules = 4;

/** Where the codes of both kinds of cards are printed, as shares of the card's width. */
export const codePlaces: Readonly<Record<"2021" | "2024", CodePlace>> = {
  "2021": { left: 0.826, top: 0.033, size: 0.149 },
  "2024": { left: 0.752, top: 0.043, size: 0.204 },
};

/**
 * Draws a blurred code anew, for a decoder that could not read it: modules are sampled where the finder patterns say
 * that they lie, and what blur mixed is parted again, by what the modules that every code has should have been.
 */
export function rebuildQr(card: GrayImage, place: CodePlace): GrayImage[] {
  const finders = findFinders(card, place);
  if (finders === undefined || finders.score < scoreMin) return [];
  const across = Math.hypot(finders.topRight.x - finders.topLeft.x, finders.topRight.y - finders.topLeft.y);
  const guess = across / finders.module + 7;
  const version = Math.round((guess - 17) / 4);
  const drawn = [-1, 0, 1, -2, 2]
    .map((step) => version + step)
    .filter((each) => each >= 4 && each <= 16)
    .map((each) => drawVersion(card, finders, each));
  return drawn
    .sort((a, b) => b.fit - a.fit)
    .map(({ image }) => image)
    .slice(0, 3);
}

function drawVersion(card: GrayImage, finders: Finders, version: number): { fit: number; image: GrayImage } {
  const count = 4 * version + 17;
  const fixed = fixedModules(version);
  const { isDark, fit } = equalizeModules(sampleModules(card, finders, count), fixed, count);
  return { fit, image: drawModules(isDark, count) };
}

/** The brightness of each module, in the mean over its middle. */
function sampleModules(
  card: GrayImage,
  { topLeft, topRight, bottomLeft }: Finders,
  count: number,
): Float64Array {
  const span = count - 7;
  const samples = new Float64Array(count * count);
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      let sum = 0;
      for (const down of [-0.25, 0, 0.25]) {
        for (const right of [-0.25, 0, 0.25]) {
          const along = (column + right - 3) / span;
          const below = (row + down - 3) / span;
          const x = topLeft.x + (topRight.x - topLeft.x) * along + (bottomLeft.x - topLeft.x) * below;
          const y = topLeft.y + (topRight.y - topLeft.y) * along + (bottomLeft.y - topLeft.y) * below;
          sum += brightnessAt(card, x, y);
        }
      }
      samples[row * count + column] = sum / 9;
    }
  }
  return samples;
}

function brightnessAt({ width, height, data }: GrayImage, x: number, y: number): number {
  const column = Math.min(Math.max(x, 0), width - 1.001);
  const row = Math.min(Math.max(y, 0), height - 1.001);
  const left = Math.floor(column);
  const top = Math.floor(row);
  const start = top * width + left;
  const above = (data[start] as number) * (1 - column + left) + (data[start + 1] as number) * (column - left);
  const below =
    (data[start + width] as number) * (1 - column + left) +
    (data[start + width + 1] as number) * (column - left);
  return above * (1 - row + top) + below * (row - top);
}

function drawModules(isDark: Uint8Array, count: number): GrayImage {
  const side = (count + 2 * quietModules) * pixelsPerModule;
  const data = new Uint8Array(side * side).fill(255);
  for (let y = 0; y < side; y += 1) {
    const row = Math.floor(y / pixelsPerModule) - quietModules;
    if (row < 0 || row >= count) continue;
    for (let x = 0; x < side; x += 1) {
      const column = Math.floor(x / pixelsPerModule) - quietModules;
      if (column >= 0 && column < count && isDark[row * count + column] === 1) data[y * side + x] = 0;
    }
  }
  return { width: side, height: side, data };
}
