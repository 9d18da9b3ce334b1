import { cardSize } from "../printing/sheet.ts";
import type { PhotoPlan, Point } from "./plan.ts";
import type { Raster } from "./raster.ts";

/** A 3×3 matrix, row by row, that maps one plane to another. */
export type Homography = readonly [number, number, number, number, number, number, number, number, number];

/** The position of a card in a picture. */
export type Projection = {
  /** From millimetres of the card to pixels of the picture. */
  readonly toPicture: Homography;
  /** From pixels of the picture to millimetres of the card. */
  readonly toCard: Homography;
  /** The corners of the card as if they were not rounded: upper left, upper right, lower right, lower left. */
  readonly corners: readonly [Point, Point, Point, Point];
  readonly pixelsPerMm: number;
};

/** The distance of the lens: 3.6 card widths. */
const distance = 3.6 * cardSize.width;

/** Rotates and tilts the card before the lens, and scales and places it in the picture. */
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

/** Maps a point by a homography. */
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
  // The card is first tilted about its own axes, then rotated.
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

/** The adjugate over the determinant. Indices wrap around, which gives each minor its sign. */
function invert(given: Homography): Homography {
  const at = (row: number, column: number) => given[(row % 3) * 3 + (column % 3)] ?? 0;
  const minor = (row: number, column: number) =>
    at(row + 1, column + 1) * at(row + 2, column + 2) - at(row + 1, column + 2) * at(row + 2, column + 1);
  const size = [0, 1, 2].reduce((sum, column) => sum + at(0, column) * minor(0, column), 0);
  return [0, 1, 2].flatMap((row) =>
    [0, 1, 2].map((column) => minor(column, row) / size),
  ) as unknown as Homography;
}

/** The width of the shadow around the card, in millimetres. */
const shadowReach = 2.2;

/** Draws a card into a picture: each pixel is interpolated from its position on the card. */
export function putCard(picture: Raster, card: Raster, { toCard, corners }: Projection): void {
  const margin = Math.ceil((shadowReach * card.width) / cardSize.width) + 2;
  const columns = rangeOf(
    corners.map(({ x }) => x),
    margin,
    picture.width,
  );
  const rows = rangeOf(
    corners.map(({ y }) => y),
    margin,
    picture.height,
  );
  const perMm = card.width / cardSize.width;
  const [xx, xy, xd, yx, yy, yd, dx, dy, dd] = toCard;
  for (let y = rows.from; y < rows.to; y += 1) {
    for (let x = columns.from; x < columns.to; x += 1) {
      const depth = dx * (x + 0.5) + dy * (y + 0.5) + dd;
      const cardX = (xx * (x + 0.5) + xy * (y + 0.5) + xd) / depth;
      const cardY = (yx * (x + 0.5) + yy * (y + 0.5) + yd) / depth;
      const at = (y * picture.width + x) * 4;
      const column = cardX * perMm - 0.5;
      const row = cardY * perMm - 0.5;
      const isDeepInside = column >= 0 && row >= 0 && column < card.width - 1 && row < card.height - 1;
      if (isDeepInside && blendInside(picture.data, at, card, column, row)) continue;
      castShadow(picture.data, at, cardX, cardY);
      blendAtEdge(picture.data, at, card, column, row);
    }
  }
}

function castShadow(data: Uint8ClampedArray, at: number, x: number, y: number): void {
  const outsideX = Math.max(0, -x, x - cardSize.width - 0.3);
  const outsideY = Math.max(0, -y, y - cardSize.height - 0.4);
  const away = Math.sqrt(outsideX * outsideX + outsideY * outsideY);
  if (away > shadowReach) return;
  const light = 1 - 0.4 * (1 - away / shadowReach) ** 2;
  for (let channel = 0; channel < 3; channel += 1) data[at + channel] = (data[at + channel] ?? 0) * light;
}

/** Blends four opaque neighbours by distance. Returns false if one is not opaque. */
function blendInside(data: Uint8ClampedArray, at: number, card: Raster, x: number, y: number): boolean {
  const from = card.data;
  const column = Math.trunc(x);
  const row = Math.trunc(y);
  const upper = (row * card.width + column) * 4;
  const lower = upper + card.width * 4;
  const opacities =
    (from[upper + 3] ?? 0) + (from[upper + 7] ?? 0) + (from[lower + 3] ?? 0) + (from[lower + 7] ?? 0);
  if (opacities !== 1020) return false;
  const right = x - column;
  const down = y - row;
  const a = (1 - right) * (1 - down);
  const b = right * (1 - down);
  const i = (1 - right) * down;
  const j = right * down;
  for (let k = 0; k < 3; k += 1) {
    data[at + k] =
      a * (from[upper + k] ?? 0) +
      b * (from[upper + 4 + k] ?? 0) +
      i * (from[lower + k] ?? 0) +
      j * (from[lower + 4 + k] ?? 0);
  }
  return true;
}

/** Blends neighbours weighted by opacity; beyond the edge they are transparent. */
function blendAtEdge(data: Uint8ClampedArray, at: number, card: Raster, x: number, y: number): void {
  const column = Math.floor(x);
  const row = Math.floor(y);
  if (column < -1 || row < -1 || column >= card.width || row >= card.height) return;
  const mixed = [0, 0, 0, 0];
  for (let corner = 0; corner < 4; corner += 1) {
    const i = column + (corner & 1);
    const j = row + (corner >> 1);
    if (i < 0 || j < 0 || i >= card.width || j >= card.height) continue;
    const from = (j * card.width + i) * 4;
    const share = ((1 - Math.abs(x - i)) * (1 - Math.abs(y - j)) * (card.data[from + 3] ?? 0)) / 255;
    for (let k = 0; k < 3; k += 1) mixed[k] = (mixed[k] ?? 0) + share * (card.data[from + k] ?? 0);
    mixed[3] = (mixed[3] ?? 0) + share;
  }
  for (let k = 0; k < 3; k += 1) data[at + k] = (mixed[k] ?? 0) + (1 - (mixed[3] ?? 0)) * (data[at + k] ?? 0);
}

function rangeOf(
  values: readonly number[],
  margin: number,
  bound: number,
): { readonly from: number; readonly to: number } {
  const from = Math.max(0, Math.floor(Math.min(...values)) - margin);
  return { from, to: Math.min(bound, Math.ceil(Math.max(...values)) + margin) };
}
