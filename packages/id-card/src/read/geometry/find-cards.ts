import { type Photo, type Point, sampleAt, shrinkPhoto } from "../image/image.ts";
import { findEdges, findQuads, type ScoredQuad, shareOfEdgesWithin } from "./find-quads.ts";
import { cardAspect, type Quad, widthOf } from "./straighten.ts";

/** The longer side of the scaled-down photograph in which edges are searched. */
const sideMax = 640;

/** A candidate for the corners of a card, and whether it is the border of the picture. */
export interface FoundCard extends ScoredQuad {
  readonly isFrame: boolean;
}

/**
 * Finds candidates for the corners of a card in a photograph, best first, to a few pixels. A picture in the proportions of
 * a card may be cropped to it, so its border is a candidate, unless there is a clear card.
 */
export function findCards(photo: Photo, countMax: number): FoundCards {
  const factor = factorOf(photo);
  const edges = findEdges(shrinkPhoto(photo, factor));
  const { across, down } = smallPart;
  const isLarge = Math.max(photo.width, photo.height) > 3 * across;
  const share = isLarge ? shareOfEdgesWithin(edges, across / factor, down / factor) : 0;
  const quads = findQuads(edges, countMax).map((found) => ({
    ...found,
    quad: enlarge(found.quad, factor),
    isFrame: false,
  }));
  const hasSmall = isLarge && quads.some(({ quad, score }) => score > scoreOfSmall && widthOf(quad) < across);
  const smallness =
    share > sharesOfSmall.certain
      ? "certain"
      : share > sharesOfSmall.likely
        ? "likely"
        : hasSmall
          ? "possible"
          : "none";
  const frame = frameOf(photo);
  if (frame === undefined || (quads[0]?.score ?? 0) > scoreOfClear) return { cards: quads, smallness };
  const reach = framesReach * Math.max(photo.width, photo.height);
  const others = quads
    .filter(({ quad }) => !isSameQuad(quad, frame.quad, reach))
    .map((found) => ({ ...found, score: found.score * (isPart(found.quad, photo) ? partFactor : 1) }));
  const cards = [...others, frame].sort((one, other) => other.score - one.score).slice(0, countMax);
  return { cards, smallness };
}

/** The corners of a candidate with subpixel accuracy. */
export function refineCard(photo: Photo, { quad, isFrame }: FoundCard): Quad {
  return isFrame ? quad : refineQuad(photo, quad, 2 * factorOf(photo) + 1);
}

function factorOf({ width, height }: Photo): number {
  return Math.max(1, Math.ceil(Math.max(width, height) / sideMax));
}

/** The candidates for a card in a photograph. */
export interface FoundCards {
  readonly cards: readonly FoundCard[];
  readonly smallness: Smallness;
}

/**
 * How likely the picture shows a card too small to be legible: all that it shows is in a small part, or most of it, or there is a
 * small candidate.
 */
export type Smallness = "certain" | "likely" | "possible" | "none";

/** A part in which a card of 320 pixels fits at a slight turn, and the shares of the strong edges in it. */
const smallPart = { across: 350, down: 260 };
const sharesOfSmall = { certain: 0.8, likely: 0.5 };

/** A small candidate with a lower score is rather a pattern. */
const scoreOfSmall = 0.45;

/** Above this score a card is certain, so the border of the picture is no candidate. */
const scoreOfClear = 0.72;

/** The score of the border of a picture in exactly the proportions of a card, and how it falls with the difference. */
const scoreOfFrame = { most: 0.62, perDifference: 0.8, differenceMax: 0.13 };

/** Where the border of the picture may be that of the card, smaller candidates are rather a portrait, fingerprints or a chip. */
const partFactor = 0.85;
const partShareMax = 0.15;

function isPart([topLeft, topRight, bottomRight]: Quad, { width, height }: Photo): boolean {
  const across = Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y);
  const down = Math.hypot(bottomRight.x - topRight.x, bottomRight.y - topRight.y);
  return across * down < partShareMax * width * height;
}

/** Candidates this close to the border of the picture, as a share of its longer side, are taken for it. */
const framesReach = 0.03;

function frameOf({ width, height }: Photo): FoundCard | undefined {
  const difference = Math.abs(Math.log(Math.max(width, height) / Math.min(width, height) / cardAspect));
  if (difference > scoreOfFrame.differenceMax) return undefined;
  const [right, bottom] = [width - 1, height - 1];
  const corners: Quad = [
    { x: 0, y: 0 },
    { x: right, y: 0 },
    { x: right, y: bottom },
    { x: 0, y: bottom },
  ];
  const quad: Quad = width > height ? corners : [corners[1], corners[2], corners[3], corners[0]];
  return { quad, score: scoreOfFrame.most - scoreOfFrame.perDifference * difference, isFrame: true };
}

function isSameQuad(one: Quad, other: Quad, reach: number): boolean {
  return one.every(({ x, y }) => other.some((corner) => Math.hypot(corner.x - x, corner.y - y) < reach));
}

function enlarge(quad: Quad, factor: number): Quad {
  const toPhoto = (at: number) => (at + 0.5) * factor - 0.5;
  return quad.map(({ x, y }) => ({ x: toPhoto(x), y: toPhoto(y) })) as unknown as Quad;
}

const samplesPerSide = 64;

/** Moves each side of a quad to the sharpest change of colour within `reach` pixels, as a straight line. */
function refineQuad(photo: Photo, quad: Quad, reach: number): Quad {
  const sides = quad.map((corner, i) => fitSide(photo, corner, quad[(i + 1) % 4] as Point, reach));
  const corners = quad.map((corner, i) => {
    const before = sides[(i + 3) % 4];
    const after = sides[i];
    const met = before !== undefined && after !== undefined ? meet(before, after) : undefined;
    const isClose = met !== undefined && Math.hypot(met.x - corner.x, met.y - corner.y) < 4 * reach;
    return isClose ? met : corner;
  });
  return corners as unknown as Quad;
}

/** A straight side: a point on it, and its direction. */
interface Side {
  readonly through: Point;
  readonly along: Point;
}

function fitSide(photo: Photo, from: Point, to: Point, reach: number): Side | undefined {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const found: { along: number; aside: number; weight: number }[] = [];
  for (let i = 0; i < samplesPerSide; i += 1) {
    const share = 0.07 + (0.86 * (i + 0.5)) / samplesPerSide;
    const middle = { x: from.x + along.x * length * share, y: from.y + along.y * length * share };
    const edge = findSharpest(photo, middle, { x: -along.y, y: along.x }, reach);
    if (edge !== undefined) found.push({ along: share * length, ...edge });
  }
  const line = fitLine(found, reach);
  if (line === undefined) return undefined;
  const size = Math.hypot(1, line.slope);
  return {
    through: { x: from.x - along.y * line.start, y: from.y + along.x * line.start },
    along: { x: (along.x - along.y * line.slope) / size, y: (along.y + along.x * line.slope) / size },
  };
}

function findSharpest(
  photo: Photo,
  middle: Point,
  across: Point,
  reach: number,
): { aside: number; weight: number } | undefined {
  const changes: number[] = [];
  for (let aside = -reach; aside <= reach; aside += 1) {
    changes.push(changeAt(photo, middle.x + across.x * aside, middle.y + across.y * aside, across));
  }
  let best = 0;
  for (let i = 1; i < changes.length; i += 1) if ((changes[i] ?? 0) > (changes[best] ?? 0)) best = i;
  const peak = changes[best] ?? 0;
  if (peak < 8) return undefined;
  return { aside: middleOfPeak(changes, best) - reach, weight: Math.min(peak, 60) };
}

/** The changes around an edge form a flat peak, so its weighted mean is the position of the edge. */
function middleOfPeak(changes: readonly number[], best: number): number {
  let [sum, weights] = [0, 0];
  for (let i = Math.max(0, best - 3); i <= Math.min(changes.length - 1, best + 3); i += 1) {
    const weight = (changes[i] ?? 0) ** 4;
    sum += i * weight;
    weights += weight;
  }
  return sum / weights;
}

/** The largest change of a channel across a side, between points three pixels apart to suppress noise. */
function changeAt(photo: Photo, x: number, y: number, across: Point): number {
  let best = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const inside = sampleAt(photo, x + 1.5 * across.x, y + 1.5 * across.y, 3, channel);
    const outside = sampleAt(photo, x - 1.5 * across.x, y - 1.5 * across.y, 3, channel);
    best = Math.max(best, Math.abs(inside - outside));
  }
  return best;
}

/** Iteratively reweighted least squares: outliers, such as a thumb, count less in each round. */
function fitLine(
  found: readonly { along: number; aside: number; weight: number }[],
  reach: number,
): { start: number; slope: number } | undefined {
  if (found.length < samplesPerSide / 4) return undefined;
  const middle = [...found].sort((a, b) => a.aside - b.aside)[Math.floor(found.length / 2)]?.aside ?? 0;
  let line = { start: middle, slope: 0 };
  for (let round = 0, scale = reach; round < 8; round += 1, scale = Math.max(0.8, scale * 0.6)) {
    let [sum, sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0, 0];
    for (const { along, aside, weight } of found) {
      const off = (aside - line.start - line.slope * along) / scale;
      const trust = weight / (1 + off * off * off * off);
      sum += trust;
      sumX += trust * along;
      sumY += trust * aside;
      sumXX += trust * along * along;
      sumXY += trust * along * aside;
    }
    const spread = sum * sumXX - sumX * sumX;
    if (spread < 1e-6) return undefined;
    const slope = (sum * sumXY - sumX * sumY) / spread;
    line = { slope, start: (sumY - slope * sumX) / sum };
  }
  return line;
}

function meet(one: Side, two: Side): Point | undefined {
  const across = one.along.x * two.along.y - one.along.y * two.along.x;
  if (Math.abs(across) < 0.2) return undefined;
  const x = two.through.x - one.through.x;
  const y = two.through.y - one.through.y;
  const distance = (x * two.along.y - y * two.along.x) / across;
  return { x: one.through.x + one.along.x * distance, y: one.through.y + one.along.y * distance };
}
