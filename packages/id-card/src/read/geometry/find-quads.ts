import { type Photo, type Point, sumUp } from "../image/image.ts";
import { cardAspect, type Quad } from "./straighten.ts";

/** A candidate for the corners of a card with its score, 0 to 1. */
export interface ScoredQuad {
  readonly quad: Quad;
  readonly score: number;
}

const linesMax = 36;
const aspectMin = 1.22;
const aspectMax = 2.05;
const areaShareMin = 0.006;

/** Candidates with a smaller share of the picture do not count as less likely for it. */
const areaShareUsual = 0.03;

/** Finds candidates for a card, best first: two pairs of roughly parallel lines in a card's proportions. */
export function findQuads(edges: Edges, countMax: number): ScoredQuad[] {
  const lines = [...findLines(edges, linesMax), ...frameOf(edges)];
  const pairs = pairUp(lines, Math.min(edges.width, edges.height) * 0.12);
  const found: ScoredQuad[] = [];
  for (let i = 0; i < pairs.length; i += 1) {
    for (let j = i + 1; j < pairs.length; j += 1) {
      const scored = checkPairs(edges, pairs[i] as LinePair, pairs[j] as LinePair);
      if (scored !== undefined) found.push(scored);
    }
  }
  found.sort((a, b) => b.score - a.score);
  return keepDifferent(found, countMax, Math.max(edges.width, edges.height) * 0.02);
}

type LinePair = readonly [Line, Line];

/** The borders of the image as lines: in a scan that is cropped to the card they are its sides. */
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

function checkPairs(edges: Edges, one: LinePair, two: LinePair): ScoredQuad | undefined {
  const turn = Math.abs(meanDegrees(one) - meanDegrees(two));
  if (Math.abs(turn - 90) > 35) return undefined;
  const corners = meetPairs(edges, one, two);
  if (corners === undefined) return undefined;
  const share = areaOf(corners) / (edges.width * edges.height);
  if (share < areaShareMin) return undefined;
  const sides = [one[0], two[1], one[1], two[0]];
  const cut = sides.filter(isFrame).length === 1 ? extendCut(corners, sides.findIndex(isFrame)) : undefined;
  const quad = orderCorners(cut ?? corners);
  const lengths = quad.map((corner, i) => distanceBetween(corner, at(quad, i + 1)));
  const aspect = ((lengths[0] ?? 0) + (lengths[2] ?? 0)) / ((lengths[1] ?? 0) + (lengths[3] ?? 0));
  if (!isConvex(quad) || aspect < aspectMin || aspect > aspectMax) return undefined;
  const support = corners.map((corner, i) => measureSupport(edges, corner, at(corners, i + 1)));
  const seen = cut === undefined ? support : support.filter((_, i) => !isFrame(sides[i] as Line));
  const least = Math.min(...seen);
  const mean = seen.reduce((sum, each) => sum + each, 0) / seen.length;
  // A card (ISO/IEC 7810 ID-1) is 1.586 times as wide as high.
  const aspectError = Math.abs(Math.log(aspect / cardAspect));
  const certainty = cut === undefined ? 1 - 0.8 * aspectError : certaintyOfCut;
  const size = Math.max(share, areaShareUsual) ** 0.12;
  return { quad, score: (0.65 * mean + 0.35 * least) * certainty * size };
}

/** The score of a card with three sides, as a share of that of one with four. */
const certaintyOfCut = 0.85;

/** The border of the picture has no votes. */
function isFrame({ votes }: Line): boolean {
  return votes === 0;
}

/**
 * A card that is cut off by the border of the picture is completed beyond it. `side` is the one on the border: 0 is that from the
 * first to the second corner. Returns nothing if what is left has the proportions of a whole card, or is less than half.
 */
function extendCut(corners: Quad, side: number): Quad | undefined {
  const [a, b, c, d] = [0, 1, 2, 3].map((i) => at(corners, side + i)) as [Point, Point, Point, Point];
  const whole = distanceBetween(a, b) + distanceBetween(c, d);
  const left = distanceBetween(b, c) + distanceBetween(d, a);
  const ratio = left / whole;
  const full = ratio < 0.58 ? 1 / cardAspect : ratio > 0.79 && ratio < 1.48 ? cardAspect : undefined;
  if (full === undefined || ratio < full / 2) return undefined;
  const beyond = (from: Point, to: Point): Point => ({
    x: from.x + ((to.x - from.x) * full) / ratio,
    y: from.y + ((to.y - from.y) * full) / ratio,
  });
  const completed = [beyond(d, a), beyond(c, b), c, d];
  return [0, 1, 2, 3].map((i) => completed[(i - side + 4) % 4]) as unknown as Quad;
}

function meanDegrees([one, two]: LinePair): number {
  const isTurned = Math.abs(one.degrees - two.degrees) > 90;
  const other = isTurned ? two.degrees + (two.degrees < one.degrees ? 180 : -180) : two.degrees;
  return ((((one.degrees + other) / 2) % 180) + 180) % 180;
}

function meetPairs(edges: Edges, one: LinePair, two: LinePair): Quad | undefined {
  const corners = [meet(one[0], two[0]), meet(one[0], two[1]), meet(one[1], two[1]), meet(one[1], two[0])];
  const slack = 0.12 * Math.max(edges.width, edges.height);
  const points: Point[] = [];
  for (const corner of corners) {
    if (corner === undefined) return undefined;
    const x = corner.x + edges.width / 2;
    const y = corner.y + edges.height / 2;
    if (x < -slack || y < -slack || x > edges.width + slack || y > edges.height + slack) return undefined;
    points.push({ x, y });
  }
  return points as unknown as Quad;
}

/** Orders corners clockwise, so that the long sides are top and bottom. Which of them is the top is decided later, by content. */
function orderCorners(corners: Quad): Quad {
  const [a, b, near, far] = corners;
  const clockwise: Quad = crossOf(a, b, near) > 0 ? corners : [a, far, near, b];
  const isWide =
    distanceBetween(at(clockwise, 0), at(clockwise, 1)) +
      distanceBetween(at(clockwise, 2), at(clockwise, 3)) >
    distanceBetween(at(clockwise, 1), at(clockwise, 2)) + distanceBetween(at(clockwise, 3), at(clockwise, 0));
  const start = isWide ? 0 : 1;
  return [0, 1, 2, 3].map((i) => at(clockwise, start + i)) as unknown as Quad;
}

function isConvex(quad: Quad): boolean {
  return quad.every((_, i) => crossOf(at(quad, i), at(quad, i + 1), at(quad, i + 2)) > 0);
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

const samplesPerSide = 40;

/** The support of a side that is a border of the image. */
const supportOfFrame = 0.5;

/** The share of a side that lies on an edge of the same direction. The rounded corners are left out. */
function measureSupport(edges: Edges, from: Point, to: Point): number {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const acrossX = -(to.y - from.y) / length;
  const acrossY = (to.x - from.x) / length;
  const degrees = (Math.round((Math.atan2(acrossY, acrossX) * 180) / Math.PI) + 360) % 180;
  let sum = 0;
  for (let i = 0; i < samplesPerSide; i += 1) {
    const share = 0.06 + (0.88 * (i + 0.5)) / samplesPerSide;
    const x = from.x + (to.x - from.x) * share;
    const y = from.y + (to.y - from.y) * share;
    if (isOnFrame(edges, x, y)) sum += supportOfFrame;
    else if (isOnEdge(edges, x, y, acrossX, acrossY, degrees)) sum += 1;
  }
  return sum / samplesPerSide;
}

function isOnFrame({ width, height }: Edges, x: number, y: number): boolean {
  return x < 2.5 || y < 2.5 || x > width - 3.5 || y > height - 3.5;
}

function isOnEdge(
  { width, strength, direction }: Edges,
  x: number,
  y: number,
  acrossX: number,
  acrossY: number,
  degrees: number,
): boolean {
  for (let aside = -2; aside <= 2; aside += 1) {
    const index = Math.round(y + acrossY * aside) * width + Math.round(x + acrossX * aside);
    if ((strength[index] ?? 0) === 0) continue;
    const turn = Math.abs((direction[index] as number) - degrees);
    if (Math.min(turn, 180 - turn) <= 14) return true;
  }
  return false;
}

/** A line in Hesse normal form: the angle of its normal, and its distance from the centre of the image. */
interface Line {
  readonly degrees: number;
  readonly distance: number;
  readonly votes: number;
}

/** An edge pixel votes for lines whose angle differs by at most this. */
const degreesAside = 3;

/** The most that one pixel counts, so that a long faint side outvotes a short bold letter. */
const voteMax = 24;

/** Finds the longest straight lines, strongest first, by a Hough transform. */
function findLines(edges: Edges, countMax: number): Line[] {
  const radius = Math.ceil(Math.hypot(edges.width, edges.height) / 2);
  const span = 2 * radius + 1;
  const votes = smoothVotes(castVotes(edges, radius), span);
  const lines: Line[] = [];
  while (lines.length < countMax) {
    let best = 0;
    for (let i = 1; i < votes.length; i += 1) if ((votes[i] as number) > (votes[best] as number)) best = i;
    const count = votes[best] as number;
    if (count < (lines[0]?.votes ?? 0) * 0.08 || count <= 0) break;
    const degrees = Math.floor(best / span);
    const distance = (best % span) - radius;
    lines.push({ degrees, distance, votes: count });
    silence(votes, span, radius, degrees, distance);
  }
  return lines;
}

function castVotes({ width, height, strength, direction }: Edges, radius: number): Float32Array {
  const span = 2 * radius + 1;
  const votes = new Float32Array(180 * span);
  const cosines = Float64Array.from({ length: 180 }, (_, i) => Math.cos((i * Math.PI) / 180));
  const sines = Float64Array.from({ length: 180 }, (_, i) => Math.sin((i * Math.PI) / 180));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const here = strength[y * width + x] as number;
      if (here === 0) continue;
      const vote = Math.min(here, voteMax);
      for (let aside = -degreesAside; aside <= degreesAside; aside += 1) {
        const degrees = ((direction[y * width + x] as number) + aside + 180) % 180;
        const distance =
          (x - width / 2) * (cosines[degrees] as number) + (y - height / 2) * (sines[degrees] as number);
        const index = degrees * span + Math.round(distance) + radius;
        votes[index] = (votes[index] as number) + vote;
      }
    }
  }
  return votes;
}

function smoothVotes(votes: Float32Array, span: number): Float32Array {
  const smooth = new Float32Array(votes.length);
  for (let i = 1; i < votes.length - 1; i += 1) {
    const isAtEnd = i % span === 0 || i % span === span - 1;
    if (!isAtEnd) smooth[i] = (votes[i - 1] as number) + 2 * (votes[i] as number) + (votes[i + 1] as number);
  }
  return smooth;
}

/** Clears the votes around a found line. */
function silence(votes: Float32Array, span: number, radius: number, degrees: number, distance: number): void {
  for (let turn = -4; turn <= 4; turn += 1) {
    // Beyond 180 degrees the same line has the opposite distance.
    const wrapped = degrees + turn;
    const row = (wrapped + 180) % 180;
    const middle = (wrapped < 0 || wrapped >= 180 ? -distance : distance) + radius;
    const reach = 4 + 2 * Math.abs(turn);
    for (let at = Math.max(0, middle - reach); at <= Math.min(span - 1, middle + reach); at += 1) {
      votes[row * span + at] = 0;
    }
  }
}

/** Edges of brightness or colour, thinned to a width of one pixel. */
export interface Edges {
  readonly width: number;
  readonly height: number;
  /** The gradient at each edge pixel, 0 elsewhere. */
  readonly strength: Float32Array;
  /** The angle of the edge's normal in whole degrees, 0 to 179. */
  readonly direction: Uint8Array;
}

/** Finds edges by the channel that changes most: a card may have the brightness of its table but seldom its colour. */
export function findEdges(photo: Photo): Edges {
  const { width, height } = photo;
  const strength = new Float32Array(width * height);
  const direction = new Uint8Array(width * height);
  const smooth = smoothChannels(photo);
  // The outermost pixels are not smoothed, so that next to them there are no edges.
  for (let y = 2; y < height - 2; y += 1) {
    for (let x = 2; x < width - 2; x += 1) measure(smooth, width, y * width + x, strength, direction);
  }
  return { width, height, strength: thin(width, height, strength, direction), direction };
}

/** Blurs by 3 by 3 pixels against noise. */
function smoothChannels({ width, height, data }: Photo): Float32Array {
  const rows = new Float32Array(data.length);
  const stride = width * 3;
  for (let y = 0; y < height; y += 1) {
    for (let i = y * stride + 3; i < (y + 1) * stride - 3; i += 1) {
      rows[i] = (data[i - 3] as number) + 2 * (data[i] as number) + (data[i + 3] as number);
    }
  }
  const smooth = new Float32Array(data.length);
  for (let i = stride; i < data.length - stride; i += 1) {
    smooth[i] = ((rows[i - stride] as number) + 2 * (rows[i] as number) + (rows[i + stride] as number)) / 16;
  }
  return smooth;
}

function measure(
  smooth: Float32Array,
  width: number,
  index: number,
  strength: Float32Array,
  direction: Uint8Array,
): void {
  const stride = width * 3;
  let best = 0;
  let bestX = 0;
  let bestY = 0;
  for (let i = index * 3; i < index * 3 + 3; i += 1) {
    const x = (smooth[i + 3] as number) - (smooth[i - 3] as number);
    const y = (smooth[i + stride] as number) - (smooth[i - stride] as number);
    const size = x * x + y * y;
    if (size <= best) continue;
    best = size;
    bestX = x;
    bestY = y;
  }
  strength[index] = Math.sqrt(best);
  const degrees = Math.round((Math.atan2(bestY, bestX) * 180) / Math.PI);
  direction[index] = (degrees + 360) % 180;
}

/** Non-maximum suppression: keeps a pixel if neither neighbour across the edge is stronger. */
function thin(width: number, height: number, strength: Float32Array, direction: Uint8Array): Float32Array {
  const thinned = new Float32Array(strength.length);
  const steps = [1, width + 1, width, width - 1];
  for (let index = width; index < width * (height - 1); index += 1) {
    const here = strength[index] as number;
    if (here < strengthMin) continue;
    const step = steps[Math.round((direction[index] as number) / 45) % 4] as number;
    if (here >= (strength[index - step] as number) && here > (strength[index + step] as number)) {
      thinned[index] = here;
    }
  }
  return thinned;
}

const strengthMin = 6;

/** Edges as strong as this share of the strongest are of print or of the side of a card, rather than of a table. */
const strengthOfPrint = 0.35;

/** The share of strong edges that lie in the part of the given size with most of them, from 0 to 1. */
export function shareOfEdgesWithin({ width, height, strength }: Edges, across: number, down: number): number {
  let strongest = 0;
  for (const each of strength) strongest = Math.max(strongest, each);
  const stride = width + 1;
  const isStrong = Uint8Array.from(strength, (each) => (each > strengthOfPrint * strongest ? 1 : 0));
  const sums = sumUp(width, height, isStrong);
  const [right, bottom] = [Math.min(width, Math.round(across)), Math.min(height, Math.round(down))];
  let most = 0;
  for (let y = 0; y + bottom <= height; y += 4) {
    for (let x = 0; x + right <= width; x += 4) {
      const at = (row: number, column: number) => sums[row * stride + column] as number;
      most = Math.max(most, at(y + bottom, x + right) - at(y, x + right) - at(y + bottom, x) + at(y, x));
    }
  }
  return most / Math.max(1, sums[stride * (height + 1) - 1] as number);
}
