import type { Point } from "../image/gray-image.ts";

/** Nine numbers, row by row, that take points of one plane to another as a camera does. */
export type Homography = readonly number[];

/** Four corners in the order top left, top right, bottom right, bottom left. */
export type Quad = readonly [Point, Point, Point, Point];

/** Finds the homography that takes four points to four others; `undefined` where three of them stand in a line. */
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

/** Where a homography takes a point. */
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

/** Gauss's elimination with the largest pivot first. */
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
