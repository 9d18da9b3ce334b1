import { applyHomography, type Quad, solveHomography } from "../read/geometry/straighten.ts";
import type { Photo } from "../read/image/image.ts";

/** Draws a bright card, with dark bars as print, at the given corners on a gray table. */
export function drawCardPhoto(width: number, height: number, corners: Quad, table: number): Photo {
  const data = new Uint8Array(width * height * 3);
  const toCard = solveHomography(corners, unitCard) ?? [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const spot = applyHomography(toCard, { x, y });
      const isOnCard = spot.x >= 0 && spot.x <= 1 && spot.y >= 0 && spot.y <= 1;
      const isPrint =
        isOnCard && spot.x > 0.35 && spot.x < 0.9 && spot.y > 0.3 && Math.floor(spot.y * 30) % 3 === 0;
      data.fill(isOnCard ? (isPrint ? 60 : 225) : table, (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
  }
  return { width, height, data };
}

const unitCard: Quad = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];
