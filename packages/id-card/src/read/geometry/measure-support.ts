import type { Point } from "../image/gray-image.ts";
import type { Edges } from "./find-edges.ts";

const samplesPerSide = 40;

/** How much a side that is no more than the image's own border counts for. */
const supportOfFrame = 0.5;

/** How much of the way between two corners lies on an edge that goes the same way, 0 to 1; round corners are left out. */
export function measureSupport(edges: Edges, from: Point, to: Point): number {
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
