import { type GrayImage, sampleAt } from "../image/image.ts";
import { type CodePlace, type Finders, findFinders } from "./find-finders.ts";

/** With a lower score there are no finder patterns. */
const scoreMin = 0.5;

const pixelsPerModule = 4;
const quietModules = 4;

/** The place of the QR code on each kind of card, in shares of the card's width. */
export const codePlaces: Readonly<Record<"2021" | "2024", CodePlace>> = {
  "2021": { left: 0.826, top: 0.033, size: 0.149 },
  "2024": { left: 0.752, top: 0.043, size: 0.204 },
};

/**
 * Restores a blurred QR code that the decoder could not read, best guess of its version first: samples its modules between the
 * finder patterns, removes the blur by the modules that are the same in every code, and draws the result.
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

/** The mean brightness of the centre of each module. */
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
          sum += sampleAt(card, x, y, 1, 0);
        }
      }
      samples[row * count + column] = sum / 9;
    }
  }
  return samples;
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

/** The restored modules, and how well the fixed ones were reproduced, at most 1. */
interface EqualizedModules {
  readonly isDark: Uint8Array;
  readonly fit: number;
}

/** A module is computed from itself and two neighbours on each side. */
const reach = 2;
const taps = (2 * reach + 1) ** 2 + 1;

/** The regularization of the least squares (ridge regression). */
const ridge = 2;

/**
 * Removes blur by a linear equalizer: each module is a weighted sum of its surroundings. The weights are fitted to the fixed
 * modules, then three times to the modules that came out clearly as well.
 */
export function equalizeModules(samples: Float64Array, fixed: Int8Array, count: number): EqualizedModules {
  const levelled = level(samples, count);
  const known = Float64Array.from(fixed, (module) => (module < 0 ? 0 : 1 - 2 * module));
  let judged = apply(levelled, count, fitWeights(levelled, known, count));
  const fit = fitOf(judged, fixed);
  for (let round = 0; round < 3; round += 1) {
    const decided = known.map((module, i) => (module === 0 ? decide(judged[i] as number) : module));
    judged = apply(levelled, count, fitWeights(levelled, decided, count));
  }
  const isDark = Uint8Array.from(judged, (value, i) => {
    const module = fixed[i] as number;
    return module >= 0 ? module : value < 0 ? 1 : 0;
  });
  return { isDark, fit };
}

function decide(value: number): number {
  return Math.abs(value) < 0.35 ? 0 : Math.sign(value);
}

function fitOf(judged: Float64Array, fixed: Int8Array): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < judged.length; i += 1) {
    const module = fixed[i] as number;
    if (module < 0) continue;
    sum += Math.abs((judged[i] as number) - (1 - 2 * module));
    count += 1;
  }
  return 1 - sum / count;
}

/** Normalizes each module by the mean and deviation around it, because shadow and glare change slowly. */
function level(samples: Float64Array, count: number): Float64Array {
  const around = 6;
  return samples.map((value, index) => {
    const column = index % count;
    const row = (index - column) / count;
    let [sum, squares, number] = [0, 0, 0];
    for (let y = Math.max(0, row - around); y <= Math.min(count - 1, row + around); y += 1) {
      for (let x = Math.max(0, column - around); x <= Math.min(count - 1, column + around); x += 1) {
        const here = samples[y * count + x] as number;
        sum += here;
        squares += here * here;
        number += 1;
      }
    }
    const mean = sum / number;
    return (value - mean) / Math.max(2, Math.sqrt(squares / number - mean * mean));
  });
}

function neighbours(levelled: Float64Array, count: number, index: number, into: Float64Array): void {
  const column = index % count;
  const row = (index - column) / count;
  let at = 0;
  for (let y = row - reach; y <= row + reach; y += 1) {
    for (let x = column - reach; x <= column + reach; x += 1) {
      // The quiet zone around the code is white.
      const isInside = x >= 0 && y >= 0 && x < count && y < count;
      into[at] = isInside ? (levelled[y * count + x] as number) : 1;
      at += 1;
    }
  }
  into[at] = 1;
}

function fitWeights(levelled: Float64Array, wanted: Float64Array, count: number): Float64Array {
  const rows = Array.from({ length: taps }, (_, i) => {
    const row = new Float64Array(taps + 1);
    row[i] = ridge;
    return row;
  });
  const around = new Float64Array(taps);
  for (let index = 0; index < wanted.length; index += 1) {
    const target = wanted[index] as number;
    if (target === 0) continue;
    neighbours(levelled, count, index, around);
    for (let i = 0; i < taps; i += 1) {
      const row = rows[i] as Float64Array;
      const here = around[i] as number;
      for (let j = 0; j < taps; j += 1) row[j] = (row[j] as number) + here * (around[j] as number);
      row[taps] = (row[taps] as number) + here * target;
    }
  }
  return solve(rows);
}

/** Gauss-Jordan elimination. The ridge keeps pivots from zero. */
function solve(rows: Float64Array[]): Float64Array {
  for (let k = 0; k < taps; k += 1) {
    const pivot = rows[k] as Float64Array;
    for (let i = 0; i < taps; i += 1) {
      if (i === k) continue;
      const row = rows[i] as Float64Array;
      const factor = (row[k] as number) / (pivot[k] as number);
      for (let j = k; j <= taps; j += 1) row[j] = (row[j] as number) - factor * (pivot[j] as number);
    }
  }
  return Float64Array.from(rows, (row, i) => (row[taps] as number) / (row[i] as number));
}

function apply(levelled: Float64Array, count: number, weights: Float64Array): Float64Array {
  const around = new Float64Array(taps);
  return levelled.map((_, index) => {
    neighbours(levelled, count, index, around);
    let sum = 0;
    for (let i = 0; i < taps; i += 1) sum += (weights[i] as number) * (around[i] as number);
    return sum;
  });
}

/** The function patterns of a version: 1 for dark, 0 for light, -1 for modules that carry data. */
export function fixedModules(version: number): Int8Array {
  const count = 4 * version + 17;
  const modules = new Int8Array(count * count).fill(-1);
  for (let i = 8; i < count - 8; i += 1) {
    modules[6 * count + i] = 1 - (i % 2);
    modules[i * count + 6] = 1 - (i % 2);
  }
  for (const [row, column] of [
    [3, 3],
    [3, count - 4],
    [count - 4, 3],
  ] as const)
    putFinder(modules, count, row, column);
  const places = alignmentPlaces(version, count);
  for (const row of places) {
    for (const column of places) {
      const isFinder =
        (row === 6 && column === 6) ||
        (row === 6 && column === count - 7) ||
        (row === count - 7 && column === 6);
      if (!isFinder) putAlignment(modules, count, row, column);
    }
  }
  modules[(count - 8) * count + 8] = 1;
  return modules;
}

function putFinder(modules: Int8Array, count: number, row: number, column: number): void {
  for (let down = -4; down <= 4; down += 1) {
    for (let right = -4; right <= 4; right += 1) {
      const [y, x] = [row + down, column + right];
      if (y < 0 || x < 0 || y >= count || x >= count) continue;
      const ring = Math.max(Math.abs(down), Math.abs(right));
      modules[y * count + x] = ring === 4 || ring === 2 ? 0 : 1;
    }
  }
}

function putAlignment(modules: Int8Array, count: number, row: number, column: number): void {
  for (let down = -2; down <= 2; down += 1) {
    for (let right = -2; right <= 2; right += 1) {
      const ring = Math.max(Math.abs(down), Math.abs(right));
      modules[(row + down) * count + column + right] = ring === 1 ? 0 : 1;
    }
  }
}

/** The rows and columns on whose crossings alignment patterns lie, evenly spaced from the far end. */
function alignmentPlaces(version: number, count: number): number[] {
  if (version < 2) return [];
  const pieces = Math.floor(version / 7) + 2;
  const step = Math.ceil((count - 13) / (2 * pieces - 2)) * 2;
  const places = [6];
  for (let piece = pieces - 2; piece >= 0; piece -= 1) places.push(count - 7 - piece * step);
  return places;
}
