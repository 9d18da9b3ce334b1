import type { GrayImage } from "../image/image.ts";
import { cardScale, type GlyphTemplates } from "./glyphs.ts";

const cellCount = 30;

/** The cost of a step that is a pixel too long or too short. */
const unevenCost = 0.05;

/** The 30 cells of a line in the half-size image, and their mean score. */
export interface FollowedLine {
  readonly lefts: readonly number[];
  readonly tops: readonly number[];
  readonly score: number;
}

/**
 * Finds the 30 cells of a line whose middle is known to a pixel or two: by dynamic programming, the chain of nearly even steps
 * with the best matching characters.
 */
export function followLine(
  half: GrayImage,
  middleAt: (x: number) => number,
  templates: GlyphTemplates,
): FollowedLine | undefined {
  const places = scorePlaces(half, middleAt, templates);
  const pitch = cardScale.pitch / 2;
  const chains: Chain[] = [places.map(({ score }) => ({ score, from: -1 }))];
  for (let cell = 1; cell < cellCount; cell += 1) {
    chains.push(places.map(({ score }, x) => extend(chains[cell - 1] as Chain, x, pitch, score)));
  }
  const last = chains[cellCount - 1] as Chain;
  let end = 0;
  for (let x = 1; x < last.length; x += 1) if ((last[x]?.score ?? 0) > (last[end]?.score ?? 0)) end = x;
  if ((last[end]?.score ?? 0) <= 0) return undefined;
  const lefts: number[] = [];
  for (let cell = cellCount - 1, x = end; cell >= 0; cell -= 1) {
    lefts.unshift(x);
    x = chains[cell]?.[x]?.from ?? 0;
  }
  const tops = lefts.map((x) => places[x]?.top ?? 0);
  return { lefts, tops, score: (last[end]?.score ?? 0) / cellCount };
}

type Chain = { score: number; from: number }[];

function extend(before: Chain, x: number, pitch: number, score: number): { score: number; from: number } {
  let best = { score: Number.NEGATIVE_INFINITY, from: -1 };
  for (let uneven = -1; uneven <= 1; uneven += 1) {
    const from = x - pitch + uneven;
    const chained = (before[from]?.score ?? Number.NEGATIVE_INFINITY) - Math.abs(uneven) * unevenCost;
    if (chained > best.score) best = { score: chained, from };
  }
  return { score: best.score + score, from: best.from };
}

function scorePlaces(
  half: GrayImage,
  middleAt: (x: number) => number,
  templates: GlyphTemplates,
): { score: number; top: number }[] {
  const scores = new Float32Array(templates.patches.length);
  return Array.from({ length: half.width - templates.width }, (_, x) => {
    const middle = Math.round(middleAt(x + templates.width / 2) - templates.height / 2);
    let best = { score: 0, top: middle };
    for (let top = middle - 2; top <= middle + 2; top += 1) {
      scores.fill(0);
      matchPatch(half, x, top, templates, scores);
      const score = Math.max(...scores);
      if (score > best.score) best = { score, top };
    }
    return best;
  });
}

/** A lower bound of the standard deviation, so that grainy paper matches nothing. */
const deviationMin = 4;

/**
 * Normalized cross-correlation of every template with the image at a place: 1 if they are equal up to brightness and contrast.
 * Raises `scores` where the result is better.
 */
export function matchPatch(
  image: GrayImage,
  left: number,
  top: number,
  templates: GlyphTemplates,
  scores: Float32Array,
): void {
  const { width, height, patches } = templates;
  if (left < 0 || top < 0 || left + width > image.width || top + height > image.height) return;
  const length = measureContrast(image, left, top, width, height);
  const contrast = Math.max(length, deviationMin * Math.sqrt(width * height));
  for (let k = 0; k < patches.length; k += 1) {
    const patch = patches[k] as Float32Array;
    let sum = 0;
    let at = 0;
    for (let y = top; y < top + height; y += 1) {
      const row = y * image.width + left;
      for (let x = 0; x < width; x += 1, at += 1)
        sum += (image.data[row + x] as number) * (patch[at] as number);
    }
    const score = sum / contrast;
    if (score > (scores[k] as number)) scores[k] = score;
  }
}

function measureContrast(image: GrayImage, left: number, top: number, width: number, height: number): number {
  let sum = 0;
  let squares = 0;
  for (let y = top; y < top + height; y += 1) {
    for (let x = left; x < left + width; x += 1) {
      const here = image.data[y * image.width + x] as number;
      sum += here;
      squares += here * here;
    }
  }
  return Math.sqrt(Math.max(0, squares - (sum * sum) / (width * height)));
}
