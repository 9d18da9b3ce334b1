import type { GrayImage, Point } from "../image/image.ts";

/** A rectangle on a card, in shares of its width and height from the top left. */
export interface CardZone {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const wholeCard: CardZone = { left: 0, top: 0, right: 1, bottom: 1 };

/** ID-1 of ISO/IEC 7810: 85.60 mm by 53.98 mm. */
export const cardAspect: number = 85.6 / 53.98;

/** Rectifies a zone of a card. `cardWidth` is the width of the whole card in pixels. */
export function straightenCard(
  photo: GrayImage,
  quad: Quad,
  cardWidth: number,
  zone: CardZone = wholeCard,
): GrayImage {
  const cardHeight = cardWidth / cardAspect;
  const width = Math.round((zone.right - zone.left) * cardWidth);
  const height = Math.round((zone.bottom - zone.top) * cardHeight);
  const left = zone.left * cardWidth;
  const top = zone.top * cardHeight;
  const corners: Quad = [
    { x: -left, y: -top },
    { x: cardWidth - left, y: -top },
    { x: cardWidth - left, y: cardHeight - top },
    { x: -left, y: cardHeight - top },
  ];
  const by = solveHomography(corners, quad);
  if (by === undefined) return { width, height, data: new Uint8Array(width * height) };
  return warpGray(photo, by, width, height, widthOf(quad) > 1.4 * cardWidth ? 2 : 1);
}

/** The width of a card in its photograph, in pixels. */
export function widthOf([topLeft, topRight, bottomRight, bottomLeft]: Quad): number {
  const top = Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y);
  return (top + Math.hypot(bottomRight.x - bottomLeft.x, bottomRight.y - bottomLeft.y)) / 2;
}

/** On a narrower card neither print nor QR code and MRZ are legible. */
const widthMin = 200;

/** Whether a card is wide enough in its photograph to be read. */
export function isLegible(quad: Quad): boolean {
  return widthOf(quad) >= widthMin;
}

/** The corners of the same card rotated by 180 degrees. */
export function turnQuad([topLeft, topRight, bottomRight, bottomLeft]: Quad): Quad {
  return [bottomRight, bottomLeft, topLeft, topRight];
}

/**
 * Draws an image by looking up each pixel in another one through a homography, with bilinear interpolation. `samples` squared
 * places are averaged for each pixel, for an image that is larger than the drawing.
 */
function warpGray(
  image: GrayImage,
  by: Homography,
  width: number,
  height: number,
  samples: number,
): GrayImage {
  const data = new Uint8Array(width * height);
  const sums = new Float64Array(width);
  for (let y = 0; y < height; y += 1) {
    sums.fill(0);
    for (let i = 0; i < samples; i += 1) {
      const down = y + (i + 0.5) / samples - 0.5;
      for (let j = 0; j < samples; j += 1) addRow(image, by, (j + 0.5) / samples - 0.5, down, sums);
    }
    for (let x = 0; x < width; x += 1) data[y * width + x] = (sums[x] as number) / (samples * samples) + 0.5;
  }
  return { width, height, data };
}

/** Adds one sample for each pixel of a row. Along a row numerators and denominator of the homography grow by constants. */
function addRow(image: GrayImage, by: Homography, x: number, y: number, sums: Float64Array): void {
  const { width, height, data } = image;
  const [xByX = 0, xByY = 0, xStart = 0, yByX = 0, yByY = 0, yStart = 0] = by;
  const [depthByX = 0, depthByY = 0, depthStart = 0] = by.slice(6);
  let fromX = xByX * x + xByY * y + xStart;
  let fromY = yByX * x + yByY * y + yStart;
  let depth = depthByX * x + depthByY * y + depthStart;
  const [columnMax, rowMax] = [width - 1.001, height - 1.001];
  for (let i = 0; i < sums.length; i += 1) {
    const column = Math.min(Math.max(fromX / depth, 0), columnMax);
    const row = Math.min(Math.max(fromY / depth, 0), rowMax);
    const left = Math.floor(column);
    const top = Math.floor(row);
    const partX = column - left;
    const start = top * width + left;
    const upper = (data[start] as number) * (1 - partX) + (data[start + 1] as number) * partX;
    const below = start + width;
    const lower = (data[below] as number) * (1 - partX) + (data[below + 1] as number) * partX;
    sums[i] = (sums[i] as number) + upper + (lower - upper) * (row - top);
    fromX += xByX;
    fromY += yByX;
    depth += depthByX;
  }
}

/** A 3 by 3 matrix, row by row, that maps the points of one plane to another in perspective. */
type Homography = readonly number[];

/** Four corners: top left, top right, bottom right, bottom left. */
export type Quad = readonly [Point, Point, Point, Point];

/** Finds the homography from four points to four others; `undefined` if three of them are collinear. */
export function solveHomography(from: Quad, to: Quad): Homography | undefined {
  const rows: number[][] = [];
  for (let i = 0; i < 4; i += 1) {
    const { x, y } = from[i] as Point;
    const { x: toX, y: toY } = to[i] as Point;
    rows.push([x, y, 1, 0, 0, 0, -toX * x, -toX * y, toX]);
    rows.push([0, 0, 0, x, y, 1, -toY * x, -toY * y, toY]);
  }
  const solved = eliminate(rows);
  return solved === undefined ? undefined : [...solved, 1];
}

/** Maps a point. */
export function applyHomography(by: Homography, { x, y }: Point): Point {
  const depth = at(by, 6) * x + at(by, 7) * y + at(by, 8);
  return {
    x: (at(by, 0) * x + at(by, 1) * y + at(by, 2)) / depth,
    y: (at(by, 3) * x + at(by, 4) * y + at(by, 5)) / depth,
  };
}

function at(by: Homography, index: number): number {
  return by[index] ?? 0;
}

/** Gauss-Jordan elimination with partial pivoting. */
function eliminate(rows: number[][]): number[] | undefined {
  const count = rows.length;
  for (let k = 0; k < count; k += 1) {
    let best = k;
    for (let i = k + 1; i < count; i += 1) {
      if (Math.abs(rows[i]?.[k] ?? 0) > Math.abs(rows[best]?.[k] ?? 0)) best = i;
    }
    const pivot = rows[best] as number[];
    if (Math.abs(pivot[k] ?? 0) < 1e-9) return undefined;
    rows[best] = rows[k] as number[];
    rows[k] = pivot;
    for (const row of rows) if (row !== pivot) subtract(row, pivot, k);
  }
  return rows.map((row, index) => (row[count] ?? 0) / (row[index] ?? 1));
}

function subtract(row: number[], pivot: readonly number[], k: number): void {
  const factor = (row[k] ?? 0) / (pivot[k] ?? 1);
  if (factor === 0) return;
  for (let j = k; j < row.length; j += 1) row[j] = (row[j] ?? 0) - factor * (pivot[j] ?? 0);
}
