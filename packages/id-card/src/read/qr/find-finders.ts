import type { GrayImage, Point } from "../image/image.ts";

/** The centres of the three finder patterns of a QR code, and the width of a module, in pixels. */
export interface Finders {
  readonly topLeft: Point;
  readonly topRight: Point;
  readonly bottomLeft: Point;
  readonly module: number;
  /** The mean match of the three patterns, 0 to 1. */
  readonly score: number;
}

/** The place of the QR code on a card, in shares of the card's width. */
export interface CodePlace {
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

/** The distance from that place within which it is searched, as a share of the card's width. */
const slack = 0.03;

/** The QR codes of cards have 41 to 73 modules a side. */
const countMin = 41;
const countMax = 73;

/** Finds the finder patterns of a QR code that the decoder did not find, near its place on the card. */
export function findFinders(card: GrayImage, place: CodePlace): Finders | undefined {
  const size = place.size * card.width;
  const left = place.left * card.width;
  const top = place.top * card.width;
  let best: Finders | undefined;
  for (let module = size / countMax; module <= size / countMin; module *= 1.04) {
    const near = 3.5 * module;
    const far = size - near;
    const topLeft = findOne(card, left + near, top + near, module);
    const topRight = findOne(card, left + far, top + near, module);
    const bottomLeft = findOne(card, left + near, top + far, module);
    const score = (topLeft.score + topRight.score + bottomLeft.score) / 3;
    if (score > (best?.score ?? 0.4) && isSquare(topLeft, topRight, bottomLeft)) {
      best = { topLeft, topRight, bottomLeft, module, score };
    }
  }
  return best;
}

function isSquare(topLeft: Point, topRight: Point, bottomLeft: Point): boolean {
  const across = Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y);
  const down = Math.hypot(bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y);
  const skew =
    (topRight.x - topLeft.x) * (bottomLeft.x - topLeft.x) +
    (topRight.y - topLeft.y) * (bottomLeft.y - topLeft.y);
  return Math.abs(across / down - 1) < 0.05 && Math.abs(skew) < 0.05 * across * down;
}

interface Found extends Point {
  readonly score: number;
}

/** Searches coarsely, in steps of 2 pixels with few points of the pattern, then finely around the best place. */
function findOne(card: GrayImage, x: number, y: number, module: number): Found {
  const reach = slack * card.width;
  const coarse = searchAround(card, Math.round(x), Math.round(y), reach, 2, drawFinder(card, module, 1));
  return searchAround(card, coarse.x, coarse.y, 2, 0.5, drawFinder(card, module, 0.5));
}

function searchAround(
  card: GrayImage,
  x: number,
  y: number,
  reach: number,
  step: number,
  finder: Finder,
): Found {
  let best: Found = { x, y, score: -1 };
  for (let down = -reach; down <= reach; down += step) {
    for (let right = -reach; right <= reach; right += step) {
      const score = matchFinder(card, x + right, y + down, finder);
      if (score > best.score) best = { x: x + right, y: y + down, score };
    }
  }
  return best;
}

/** The dark and light points of a finder pattern, as index offsets from its centre. */
interface Finder {
  readonly dark: Int32Array;
  readonly light: Int32Array;
}

/** A finder pattern has a dark centre of 3 by 3 modules, a light ring, a dark ring and a light ring. */
function drawFinder(card: GrayImage, module: number, step: number): Finder {
  const dark: number[] = [];
  const light: number[] = [];
  for (let row = -4; row <= 4; row += step) {
    for (let column = -4; column <= 4; column += step) {
      const ring = Math.max(Math.abs(row), Math.abs(column));
      const isDark = ring <= 1.5 || (ring > 2.5 && ring <= 3.5);
      (isDark ? dark : light).push(Math.round(row * module) * card.width + Math.round(column * module));
    }
  }
  return { dark: Int32Array.from(dark), light: Int32Array.from(light) };
}

/** The correlation of the image around a point with a finder pattern. */
function matchFinder({ width, data }: GrayImage, x: number, y: number, { dark, light }: Finder): number {
  const at = Math.round(y) * width + Math.round(x);
  let [sumOfDark, sumOfLight, squares] = [0, 0, 0];
  for (let i = 0; i < dark.length; i += 1) {
    const value = data[at + (dark[i] as number)] ?? 0;
    sumOfDark += value;
    squares += value * value;
  }
  for (let i = 0; i < light.length; i += 1) {
    const value = data[at + (light[i] as number)] ?? 0;
    sumOfLight += value;
    squares += value * value;
  }
  const count = dark.length + light.length;
  const sum = sumOfDark + sumOfLight;
  const spread = Math.sqrt((squares - (sum * sum) / count) * (dark.length - dark.length ** 2 / count));
  return spread < 1 ? 0 : ((sum * dark.length) / count - sumOfDark) / spread;
}
