import { cardSize } from "../printing/open-sheet.ts";
import type { PhotoPlan, Point } from "./photo-plan.ts";

/** Nine numbers, row by row, that carry one plane into another. */
export type Homography = readonly [number, number, number, number, number, number, number, number, number];

/** How a card lies in a picture. */
export type Projection = {
  /** From millimetres of the card to pixels of the picture. */
  readonly toPicture: Homography;
  /** From pixels of the picture to millimetres of the card. */
  readonly toCard: Homography;
  /** Where the corners of the card would be if they were not round: upper left, upper right, lower right, lower left. */
  readonly corners: readonly [Point, Point, Point, Point];
  readonly pixelsPerMm: number;
};

/** The lens is this many widths of a card away. */
const distance = 3.6 * cardSize.width;

/** Turns and leans the card before the lens, and brings it to its size and place in the picture. */
export function projectCard(plan: PhotoPlan): Projection {
  const seen = seenThroughLens(plan);
  const loose = cornersOf(seen);
  const box = boxOf(loose);
  const scale = Math.min((plan.width * plan.fill) / box.width, (plan.height * plan.fill) / box.height);
  const left = (plan.width - box.width * scale) * plan.place.x - box.left * scale;
  const top = (plan.height - box.height * scale) * plan.place.y - box.top * scale;
  const toPicture = multiply([scale, 0, left, 0, scale, top, 0, 0, 1], seen);
  const corners = cornersOf(toPicture);
  const [upperLeft, upperRight, lowerRight, lowerLeft] = corners;
  const width = (lengthBetween(upperLeft, upperRight) + lengthBetween(lowerLeft, lowerRight)) / 2;
  return { toPicture, toCard: invert(toPicture), corners, pixelsPerMm: width / cardSize.width };
}

/** Where a homography carries a point. */
export function carry(by: Homography, { x, y }: Point): Point {
  const depth = by[6] * x + by[7] * y + by[8];
  return { x: (by[0] * x + by[1] * y + by[2]) / depth, y: (by[3] * x + by[4] * y + by[5]) / depth };
}

function seenThroughLens({ turn, lean }: PhotoPlan): Homography {
  const [turned, leanX, leanY] = [turn, lean.x, lean.y].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ];
  const [cosX, sinX, cosY, sinY] = [Math.cos(leanX), Math.sin(leanX), Math.cos(leanY), Math.sin(leanY)];
  const [cos, sin] = [Math.cos(turned), Math.sin(turned)];
  // The card leans about its own axes first, and is turned before the lens afterwards.
  const alongX = { x: cosY, y: sinX * sinY, z: -cosX * sinY };
  const alongY = { x: 0, y: cosX, z: sinX };
  const centered: Homography = [1, 0, -cardSize.width / 2, 0, 1, -cardSize.height / 2, 0, 0, 1];
  const posed: Homography = [
    cos * alongX.x - sin * alongX.y,
    cos * alongY.x - sin * alongY.y,
    0,
    sin * alongX.x + cos * alongX.y,
    sin * alongY.x + cos * alongY.y,
    0,
    alongX.z / distance,
    alongY.z / distance,
    1,
  ];
  return multiply(posed, centered);
}

function cornersOf(by: Homography): readonly [Point, Point, Point, Point] {
  const { width, height } = cardSize;
  return [
    carry(by, { x: 0, y: 0 }),
    carry(by, { x: width, y: 0 }),
    carry(by, { x: width, y: height }),
    carry(by, { x: 0, y: height }),
  ];
}

function boxOf(points: readonly Point[]): { left: number; top: number; width: number; height: number } {
  const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
  return { left, top, width: right - left, height: bottom - top };
}

function lengthBetween(from: Point, to: Point): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

function multiply(left: Homography, right: Homography): Homography {
  const cell = (row: number, column: number) =>
    [0, 1, 2].reduce((sum, k) => sum + (left[row * 3 + k] ?? 0) * (right[k * 3 + column] ?? 0), 0);
  return [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => cell(row, column))) as unknown as Homography;
}

/** The adjugate over the determinant; indices wrap around, which gives each minor its sign. */
function invert(given: Homography): Homography {
  const at = (row: number, column: number) => given[(row % 3) * 3 + (column % 3)] ?? 0;
  const minor = (row: number, column: number) =>
    at(row + 1, column + 1) * at(row + 2, column + 2) - at(row + 1, column + 2) * at(row + 2, column + 1);
  const size = [0, 1, 2].reduce((sum, column) => sum + at(0, column) * minor(0, column), 0);
  return [0, 1, 2].flatMap((row) =>
    [0, 1, 2].map((column) => minor(column, row) / size),
  ) as unknown as Homography;
}
