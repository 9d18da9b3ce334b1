import type { GrayImage } from "../image/gray-image.ts";
import { type Quad, solveHomography } from "./homography.ts";
import { warpGray } from "./warp-gray.ts";

/** A part of a card as shares of its width and height, from its top left. */
export interface CardZone {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The whole of a card. */
export const wholeCard: CardZone = { left: 0, top: 0, right: 1, bottom: 1 };

/** A card is 85.60 mm wide and 53.98 mm high. */
const aspect = 85.6 / 53.98;

/** Draws a zone of a card as if one looked straight at it, at so many pixels for the whole width of the card. */
export function straightenCard(
  photo: GrayImage,
  quad: Quad,
  cardWidth: number,
  zone: CardZone = wholeCard,
): GrayImage {
  const cardHeight = cardWidth / aspect;
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

/** How wide a card is in its photograph, in pixels. */
export function widthOf([topLeft, topRight, bottomRight, bottomLeft]: Quad): number {
  const top = Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y);
  return (top + Math.hypot(bottomRight.x - bottomLeft.x, bottomRight.y - bottomLeft.y)) / 2;
}

/** Codes and lines are lost at more than this, and print before them, so that nothing narrower is worth a look. */
const widthMin = 200;

/** Whether a card is wide enough in its photograph for anything on it to be read. */
export function isLegible(quad: Quad): boolean {
  return widthOf(quad) >= widthMin;
}

/** The same card upside down. */
export function turnQuad([topLeft, topRight, bottomRight, bottomLeft]: Quad): Quad {
  return [bottomRight, bottomLeft, topLeft, topRight];
}
