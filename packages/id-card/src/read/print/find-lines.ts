import { type CardZone, cardAspect, type Quad, straightenCard } from "../geometry/straighten.ts";
import { evenShade, type GrayImage } from "../image/image.ts";

/** A printed line in a column of a card, from the top of its letters to their bottom, in shares of the card's height. */
export interface TextLine {
  readonly top: number;
  readonly bottom: number;
}

/** The lines of a column, and the quad of the card, levelled so that they are horizontal. */
export interface FoundLines {
  readonly quad: Quad;
  readonly lines: readonly TextLine[];
}

/** The width of the whole card for this: labels have an x-height of six pixels. */
const cardWidth = 600;
const pixelsPerMm = cardWidth / 85.6;

/** Slopes that are tried, in pixels of height over the width of a column: a quad is seldom off by more than a degree. */
const slopes = [0, -2, 2, -4, 4, -6, 6];

/** Finds the lines of a column by its strokes: each row of pixels counts how often brightness changes along it. */
export function findLines(photo: GrayImage, quad: Quad, column: CardZone): FoundLines {
  const image = evenShade(straightenCard(photo, quad, cardWidth, column), Math.round(cardWidth / 40));
  const strokes = strokesOf(image);
  let best = profileOf(strokes, image, 0);
  let bestSlope = 0;
  for (const slope of slopes) {
    const profile = profileOf(strokes, image, slope);
    // A slope has to be clearly better than none.
    if (contrastOf(profile) > contrastOf(best) * 1.02) [best, bestSlope] = [profile, slope];
  }
  const height = cardWidth / cardAspect;
  const start = column.top * height;
  const lines = splitProfile(best).map(({ from, to }) => ({
    top: (start + from) / height,
    bottom: (start + to) / height,
  }));
  return { quad: bestSlope === 0 ? quad : levelQuad(quad, bestSlope / image.width), lines };
}

/** Of a line shorter than this nothing is legible; a longer one is rather two that touch. In pixels. */
const heightMin = 0.6 * pixelsPerMm;
const heightMax = 4.4 * pixelsPerMm;

/** A stroke of ink changes brightness by at least this where paper is 190, and counts no more than that. */
const change = { least: 14, most: 70 };

function strokesOf({ width, height, data }: GrayImage): Uint8Array {
  const strokes = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const size = Math.abs((data[at + 1] as number) - (data[at - 1] as number));
      if (size >= change.least) strokes[at] = Math.min(size, change.most);
    }
  }
  return strokes;
}

/** The strokes of each row, along lines that fall by `slope` pixels over the width, smoothed. */
function profileOf(strokes: Uint8Array, { width, height }: GrayImage, slope: number): Float64Array {
  const sums = new Float64Array(height);
  for (let x = 0; x < width; x += 1) {
    const shift = Math.round((slope * (x - width / 2)) / width);
    for (let y = Math.max(0, -shift); y < Math.min(height, height - shift); y += 1)
      sums[y] = (sums[y] as number) + (strokes[(y + shift) * width + x] as number);
  }
  return sums.map((sum, y) => ((sums[y - 1] ?? sum) + 2 * sum + (sums[y + 1] ?? sum)) / 4);
}

function contrastOf(profile: Float64Array): number {
  return profile.reduce((sum, each, y) => sum + (each - (profile[y - 1] ?? each)) ** 2, 0);
}

interface Run {
  readonly from: number;
  readonly to: number;
}

function splitProfile(profile: Float64Array): Run[] {
  const sorted = profile.toSorted();
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] as number;
  const level = at(0.1) + 0.2 * (at(0.93) - at(0.1));
  const runs: Run[] = [];
  let from: number | undefined;
  for (let y = 0; y <= profile.length; y += 1) {
    const isText = (profile[y] ?? 0) > level;
    if (isText) from ??= y;
    else if (from !== undefined) {
      runs.push(...splitRun(profile, { from, to: y }));
      from = undefined;
    }
  }
  return runs.filter((run) => run.to - run.from >= heightMin);
}

/** Splits lines that touch at the row with the fewest strokes between them. */
function splitRun(profile: Float64Array, run: Run): Run[] {
  if (run.to - run.from <= heightMax) return [run];
  const margin = Math.round(1.2 * pixelsPerMm);
  let least = run.from + margin;
  for (let y = run.from + margin; y < run.to - margin; y += 1)
    if ((profile[y] as number) < (profile[least] as number)) least = y;
  return [
    ...splitRun(profile, { from: run.from, to: least }),
    ...splitRun(profile, { from: least, to: run.to }),
  ];
}

/** Turns the top and bottom of a quad by a slope, given as height over width in pixels of the straightened card. */
function levelQuad([topLeft, topRight, bottomRight, bottomLeft]: Quad, slope: number): Quad {
  // The sides move up and down by this share of their length.
  const share = (slope * cardAspect) / 2;
  const move = (from: Quad[number], to: Quad[number], by: number) => ({
    x: from.x + (to.x - from.x) * by,
    y: from.y + (to.y - from.y) * by,
  });
  return [
    move(topLeft, bottomLeft, -share),
    move(topRight, bottomRight, share),
    move(bottomRight, topRight, -share),
    move(bottomLeft, topLeft, share),
  ];
}

/**
 * The zone of the lines whose middle lies between two heights, with half of the gaps around them, so that no letter is cut.
 * Without such lines it is what was asked for.
 */
export function zoneOfLines(
  lines: readonly TextLine[],
  column: CardZone,
  top: number,
  bottom: number,
): CardZone {
  const isWithin = (line: TextLine) =>
    (line.top + line.bottom) / 2 > top && (line.top + line.bottom) / 2 < bottom;
  const first = lines.findIndex(isWithin);
  const last = lines.findLastIndex(isWithin);
  if (first === -1)
    return { ...column, top: Math.max(column.top, top), bottom: Math.min(column.bottom, bottom) };
  const gap = (before: TextLine | undefined, after: TextLine | undefined): number | undefined =>
    before && after && (before.bottom + after.top) / 2;
  const [above, below] = [gap(lines[first - 1], lines[first]), gap(lines[last], lines[last + 1])];
  const upper = (lines[first]?.top ?? top) - reach.above;
  const lower = (lines[last]?.bottom ?? bottom) + reach.below;
  return {
    ...column,
    top: Math.max(column.top, upper, above ?? 0),
    bottom: Math.min(column.bottom, lower, below ?? 1),
  };
}

/** How far accents and tails reach beyond the strokes of a line, in shares of the card's height. */
const reach = { above: 0.028, below: 0.018 };
