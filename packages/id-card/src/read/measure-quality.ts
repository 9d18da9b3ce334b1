import { applyHomography, type Quad, solveHomography, straightenCard } from "./geometry/straighten.ts";
import type { GrayImage } from "./image/image.ts";

/** What can be measured of a photograph of a card. */
export interface Quality {
  /** The brightness of its paper, 0 to 255. */
  readonly brightness: number;
  /** The share of the card that is overexposed. */
  readonly glareShare: number;
  /** How sharp edges are in the blurrier direction: 0.25 if perfect, 0.06 if gradual. */
  readonly sharpness: number;
  /** How regular the finest structure is, 0 to 1: the pixels of a screen repeat themselves. */
  readonly regularity: number;
}

const cardWidth = 950;

/** Measures the photograph of a card with these corners. */
export function measureQuality(photo: GrayImage, quad: Quad): Quality {
  const card = straightenCard(photo, quad, cardWidth);
  const counts = new Uint32Array(256);
  for (const each of card.data) counts[each] = (counts[each] as number) + 1;
  const brightness = quantileOf(counts, card.data.length, 0.8);
  const range = brightness - quantileOf(counts, card.data.length, 0.03);
  return {
    brightness,
    glareShare: measureGlare(card),
    sharpness: Math.min(measureSharpness(card, 1, 0, range), measureSharpness(card, 0, 1, range)),
    regularity: measureRegularity(photo, quad),
  };
}

function quantileOf(counts: Uint32Array, total: number, share: number): number {
  let sum = 0;
  for (let value = 0; value < 256; value += 1) {
    sum += counts[value] as number;
    if (sum >= share * total) return value;
  }
  return 255;
}

/** The share of squares of 2 mm that are overexposed throughout. Paper has lines and is never pure white. */
function measureGlare({ width, height, data }: GrayImage): number {
  const size = Math.round((2 * cardWidth) / 85.6);
  let [white, all] = [0, 0];
  for (let top = 0; top + size <= height; top += size) {
    for (let left = 0; left + size <= width; left += size) {
      let least = 255;
      for (let y = top; y < top + size; y += 3)
        for (let x = left; x < left + size; x += 3) least = Math.min(least, data[y * width + x] as number);
      all += 1;
      if (least >= 251) white += 1;
    }
  }
  return white / all;
}

/** At the strongest edges along a direction: the square of the change over two pixels, as a share of that over eight. */
function measureSharpness(
  { width, height, data }: GrayImage,
  right: number,
  down: number,
  range: number,
): number {
  const least = Math.max(20, 0.45 * range);
  const step = right + down * width;
  let [near, far] = [0, 0];
  for (let y = 4 * down; y < height - 4 * down; y += 1) {
    for (let at = y * width + 4 * right; at < (y + 1) * width - 4 * right; at += 1) {
      const wide = (data[at + 4 * step] as number) - (data[at - 4 * step] as number);
      if (Math.abs(wide) < least) continue;
      const narrow = (data[at + step] as number) - (data[at - step] as number);
      near += narrow * narrow;
      far += wide * wide;
    }
  }
  return far === 0 ? 0 : near / far;
}

const tile = 40;
const tilesAcross = 9;
const tilesDown = 6;
const lagMax = 10;

/** The median over tiles of how much rows of pixels resemble themselves a few pixels further. */
function measureRegularity(photo: GrayImage, quad: Quad): number {
  const toPhoto = solveHomography(unit, quad);
  if (toPhoto === undefined) return 0;
  const found: number[] = [];
  for (let row = 0; row < tilesDown; row += 1) {
    for (let column = 0; column < tilesAcross; column += 1) {
      const share = { x: (column + 0.5) / tilesAcross, y: (row + 0.5) / tilesDown };
      const { x, y } = applyHomography(toPhoto, share);
      const left = Math.round(x) - tile / 2;
      const top = Math.round(y) - tile / 2;
      if (left < lagMax || top < lagMax) continue;
      if (left + tile + lagMax >= photo.width || top + tile + lagMax >= photo.height) continue;
      found.push(Math.max(resemblance(photo, left, top, 1), resemblance(photo, left, top, photo.width)));
    }
  }
  found.sort((one, other) => one - other);
  return found[Math.floor(found.length / 2)] ?? 0;
}

const unit: Quad = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

/** The highest autocorrelation of the finest structure of a tile at a distance of 2 to 10 pixels, above those next to it. */
function resemblance({ width, data }: GrayImage, left: number, top: number, step: number): number {
  const fine = (at: number) =>
    2 * (data[at] as number) - (data[at - step] as number) - (data[at + step] as number);
  const sums = new Float64Array(lagMax + 1);
  for (let y = top; y < top + tile; y += 1) {
    for (let x = left; x < left + tile; x += 1) {
      const at = y * width + x;
      const here = fine(at);
      for (let lag = 0; lag <= lagMax; lag += 1) {
        const there = at + lag * step;
        sums[lag] = (sums[lag] as number) + here * fine(Math.min(there, data.length - step - 1));
      }
    }
  }
  const power = sums[0] as number;
  if (power < tile * tile) return 0;
  let best = 0;
  for (let lag = 2; lag < lagMax; lag += 1) {
    const [before, here, after] = [sums[lag - 1], sums[lag], sums[lag + 1]] as [number, number, number];
    if (here > before && here > after) best = Math.max(best, here / power);
  }
  return best;
}
