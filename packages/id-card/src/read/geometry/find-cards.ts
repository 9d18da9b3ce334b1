import { type Photo, type Point, shrinkPhoto } from "../image/image.ts";
import { findEdges, findQuads, type ScoredQuad } from "./find-quads.ts";
import type { Quad } from "./straighten.ts";

/** The longer side of the drawing in which sides of a card are looked for. */
const sideMax = 640;

/** Finds where a card may lie in a photograph, the likeliest first, to a fraction of a pixel. */
export function findCards(photo: Photo, countMax: number): ScoredQuad[] {
  const factor = Math.max(1, Math.ceil(Math.max(photo.width, photo.height) / sideMax));
  const quads = findQuads(findEdges(shrinkPhoto(photo, factor)), countMax);
  return quads.map(({ quad, ...rest }) => ({
    ...rest,
    quad: refineQuad(photo, enlarge(quad, factor), 2 * factor + 1),
  }));
}

function enlarge(quad: Quad, factor: number): Quad {
  const toPhoto = (at: number) => (at + 0.5) * factor - 0.5;
  return quad.map(({ x, y }) => ({ x: toPhoto(x), y: toPhoto(y) })) as unknown as Quad;
}

const samplesPerSide = 64;

/** Moves the sides of a quad to the sharpest change of colour within some pixels, each as one straight line. */
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
  const found: { share: number; aside: number; weight: number }[] = [];
  for (let i = 0; i < samplesPerSide; i += 1) {
    const share = 0.07 + (0.86 * (i + 0.5)) / samplesPerSide;
    const middle = { x: from.x + along.x * length * share, y: from.y + along.y * length * share };
    const edge = findSharpest(photo, middle, { x: -along.y, y: along.x }, reach);
    if (edge !== undefined) found.push({ share: share * length, ...edge });
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

/** A sharp edge is as sharp over several pixels, so that the peak is flat, and its middle is where it lies. */
function middleOfPeak(changes: readonly number[], best: number): number {
  let [sum, weights] = [0, 0];
  for (let i = Math.max(0, best - 3); i <= Math.min(changes.length - 1, best + 3); i += 1) {
    const weight = (changes[i] ?? 0) ** 4;
    sum += i * weight;
    weights += weight;
  }
  return sum / weights;
}

/** The largest change of a channel across the side, over a few pixels so that noise averages out. */
function changeAt(photo: Photo, x: number, y: number, across: Point): number {
  let best = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const inside = colourAt(photo, x + 1.5 * across.x, y + 1.5 * across.y, channel);
    const outside = colourAt(photo, x - 1.5 * across.x, y - 1.5 * across.y, channel);
    best = Math.max(best, Math.abs(inside - outside));
  }
  return best;
}

function colourAt({ width, height, data }: Photo, x: number, y: number, channel: number): number {
  const column = Math.min(Math.max(x, 0), width - 1.001);
  const row = Math.min(Math.max(y, 0), height - 1.001);
  const left = Math.floor(column);
  const top = Math.floor(row);
  const start = (top * width + left) * 3 + channel;
  const above = (data[start] as number) * (1 - column + left) + (data[start + 3] as number) * (column - left);
  const under = start + width * 3;
  const below = (data[under] as number) * (1 - column + left) + (data[under + 3] as number) * (column - left);
  return above * (1 - row + top) + below * (row - top);
}

/** Least squares, again and again with what lies far off counting less, so that a thumb moves no side. */
function fitLine(
  found: readonly { share: number; aside: number; weight: number }[],
  reach: number,
): { start: number; slope: number } | undefined {
  if (found.length < samplesPerSide / 4) return undefined;
  const middle = [...found].sort((a, b) => a.aside - b.aside)[Math.floor(found.length / 2)]?.aside ?? 0;
  let line = { start: middle, slope: 0 };
  for (let round = 0, scale = reach; round < 8; round += 1, scale = Math.max(0.8, scale * 0.6)) {
    let [sum, sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0, 0];
    for (const { share, aside, weight } of found) {
      const off = (aside - line.start - line.slope * share) / scale;
      const trust = weight / (1 + off * off * off * off);
      sum += trust;
      sumX += trust * share;
      sumY += trust * aside;
      sumXX += trust * share * share;
      sumXY += trust * share * aside;
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
  const share = (x * two.along.y - y * two.along.x) / across;
  return { x: one.through.x + one.along.x * share, y: one.through.y + one.along.y * share };
}
