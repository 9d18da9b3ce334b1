import type { Point } from "../image/gray-image.ts";
import type { Edges } from "./find-edges.ts";
import { findLines, type Line } from "./find-lines.ts";
import type { Quad } from "./homography.ts";
import { measureSupport } from "./measure-support.ts";

/** Four corners that may be those of a card, and how much speaks for it. */
export interface ScoredQuad {
  readonly quad: Quad;
  readonly score: number;
  /** How much of each side, from the top clockwise, lies on an edge, 0 to 1. */
  readonly support: readonly number[];
}

const linesMax = 36;
const aspectMin = 1.22;
const aspectMax = 2.05;
const areaShareMin = 0.03;

/** Finds what may be a card: four lines, two and two about parallel, in a card's proportions, the likeliest first. */
export function findQuads(edges: Edges, countMax: number): ScoredQuad[] {
  const lines = [...findLines(edges, linesMax), ...frameOf(edges)];
  const pairs = pairUp(lines, Math.min(edges.width, edges.height) * 0.12);
  const found: ScoredQuad[] = [];
  for (let i = 0; i < pairs.length; i += 1) {
    for (let j = i + 1; j < pairs.length; j += 1) {
      const scored = judgePairs(edges, pairs[i] as LinePair, pairs[j] as LinePair);
      if (scored !== undefined) found.push(scored);
    }
  }
  found.sort((a, b) => b.score - a.score);
  return keepDifferent(found, countMax, Math.max(edges.width, edges.height) * 0.02);
}

type LinePair = readonly [Line, Line];

/** A scan that ends where the card does has no edge there but the image's own. */
function frameOf({ width, height }: Edges): Line[] {
  return [
    { degrees: 0, distance: -width / 2 + 0.5, votes: 0 },
    { degrees: 0, distance: width / 2 - 1.5, votes: 0 },
    { degrees: 90, distance: -height / 2 + 0.5, votes: 0 },
    { degrees: 90, distance: height / 2 - 1.5, votes: 0 },
  ];
}

function pairUp(lines: readonly Line[], gapMin: number): LinePair[] {
  const pairs: LinePair[] = [];
  for (let i = 0; i < lines.length; i += 1) {
    for (let j = i + 1; j < lines.length; j += 1) {
      const [one, two] = [lines[i] as Line, lines[j] as Line];
      const turn = Math.abs(one.degrees - two.degrees);
      const isTurned = turn > 90;
      if (Math.min(turn, 180 - turn) > 24) continue;
      const gap = Math.abs(one.distance - (isTurned ? -two.distance : two.distance));
      if (gap >= gapMin) pairs.push([one, two]);
    }
  }
  return pairs;
}

function judgePairs(edges: Edges, one: LinePair, two: LinePair): ScoredQuad | undefined {
  const turn = Math.abs(meanDegrees(one) - meanDegrees(two));
  if (Math.abs(turn - 90) > 35) return undefined;
  const quad = toQuad(edges, one, two);
  if (quad === undefined) return undefined;
  const lengths = quad.map((corner, i) => distanceBetween(corner, quad[(i + 1) % 4] as Point));
  const aspect = ((lengths[0] ?? 0) + (lengths[2] ?? 0)) / ((lengths[1] ?? 0) + (lengths[3] ?? 0));
  if (aspect < aspectMin || aspect > aspectMax) return undefined;
  const share = areaOf(quad) / (edges.width * edges.height);
  if (share < areaShareMin) return undefined;
  const support = quad.map((corner, i) => measureSupport(edges, corner, quad[(i + 1) % 4] as Point));
  const least = Math.min(...support);
  const mean = support.reduce((sum, each) => sum + each, 0) / 4;
  const odd = Math.abs(Math.log(aspect / 1.586));
  return { quad, support, score: (0.65 * mean + 0.35 * least) * (1 - 0.8 * odd) * share ** 0.12 };
}

function meanDegrees([one, two]: LinePair): number {
  const isTurned = Math.abs(one.degrees - two.degrees) > 90;
  const other = isTurned ? two.degrees + (two.degrees < one.degrees ? 180 : -180) : two.degrees;
  return ((((one.degrees + other) / 2) % 180) + 180) % 180;
}

/** Puts corners in the order of a card whose long sides are its top and bottom; which is which, its content tells. */
function toQuad(edges: Edges, one: LinePair, two: LinePair): Quad | undefined {
  const corners = [meet(one[0], two[0]), meet(one[0], two[1]), meet(one[1], two[1]), meet(one[1], two[0])];
  const points: Point[] = [];
  for (const corner of corners) {
    if (corner === undefined) return undefined;
    const x = corner.x + edges.width / 2;
    const y = corner.y + edges.height / 2;
    const slack = 0.12 * Math.max(edges.width, edges.height);
    if (x < -slack || y < -slack || x > edges.width + slack || y > edges.height + slack) return undefined;
    points.push({ x, y });
  }
  const [a, b, near, far] = points as [Point, Point, Point, Point];
  const clockwise: Quad = crossOf(a, b, near) > 0 ? [a, b, near, far] : [a, far, near, b];
  if (clockwise.some((_, i) => crossOf(at(clockwise, i), at(clockwise, i + 1), at(clockwise, i + 2)) <= 0)) {
    return undefined;
  }
  const isWide =
    distanceBetween(at(clockwise, 0), at(clockwise, 1)) +
      distanceBetween(at(clockwise, 2), at(clockwise, 3)) >
    distanceBetween(at(clockwise, 1), at(clockwise, 2)) + distanceBetween(at(clockwise, 3), at(clockwise, 0));
  const start = isWide ? 0 : 1;
  return [0, 1, 2, 3].map((i) => at(clockwise, start + i)) as unknown as Quad;
}

function meet(one: Line, two: Line): Point | undefined {
  const [a, b] = [(one.degrees * Math.PI) / 180, (two.degrees * Math.PI) / 180];
  const across = Math.sin(b - a);
  if (Math.abs(across) < 0.2) return undefined;
  return {
    x: (one.distance * Math.sin(b) - two.distance * Math.sin(a)) / across,
    y: (two.distance * Math.cos(a) - one.distance * Math.cos(b)) / across,
  };
}

function at(quad: Quad, index: number): Point {
  return quad[index % 4] as Point;
}

function crossOf(a: Point, b: Point, next: Point): number {
  return (b.x - a.x) * (next.y - b.y) - (b.y - a.y) * (next.x - b.x);
}

function distanceBetween(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function areaOf(quad: Quad): number {
  let sum = 0;
  for (let i = 0; i < 4; i += 1) sum += at(quad, i).x * at(quad, i + 1).y - at(quad, i + 1).x * at(quad, i).y;
  return Math.abs(sum) / 2;
}

function keepDifferent(found: readonly ScoredQuad[], countMax: number, near: number): ScoredQuad[] {
  const kept: ScoredQuad[] = [];
  for (const each of found) {
    if (kept.length >= countMax) break;
    const isKnown = kept.some(({ quad }) => isNear(quad, each.quad, near));
    if (!isKnown) kept.push(each);
  }
  return kept;
}

function isNear(one: Quad, two: Quad, near: number): boolean {
  return [0, 2].some((turn) => one.every((corner, i) => distanceBetween(corner, at(two, i + turn)) < near));
}
