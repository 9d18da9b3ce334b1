import { cardSize } from "../printing/open-sheet.ts";
import type { Projection } from "./project-card.ts";
import type { Raster } from "./raster.ts";

/** How far the shadow beneath the card reaches, in millimetres. */
const shadowReach = 2.2;

/** Lays a card into a picture: each pixel looks up its place on the card, and what it finds between four pixels there. */
export function putCard(picture: Raster, card: Raster, { toCard, corners }: Projection): void {
  const margin = Math.ceil((shadowReach * card.width) / cardSize.width) + 2;
  const [left, right] = rangeOf(
    corners.map(({ x }) => x),
    margin,
    picture.width,
  );
  const [top, bottom] = rangeOf(
    corners.map(({ y }) => y),
    margin,
    picture.height,
  );
  const perMmX = card.width / cardSize.width;
  const perMmY = card.height / cardSize.height;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const depth = toCard[6] * (x + 0.5) + toCard[7] * (y + 0.5) + toCard[8];
      const cardX = (toCard[0] * (x + 0.5) + toCard[1] * (y + 0.5) + toCard[2]) / depth;
      const cardY = (toCard[3] * (x + 0.5) + toCard[4] * (y + 0.5) + toCard[5]) / depth;
      const at = (y * picture.width + x) * 4;
      castShadow(picture.data, at, cardX, cardY);
      blend(picture.data, at, card, cardX * perMmX - 0.5, cardY * perMmY - 0.5);
    }
  }
}

function castShadow(data: Uint8ClampedArray, at: number, x: number, y: number): void {
  const { width, height } = cardSize;
  const outsideX = Math.max(0, -x, x - width - 0.3);
  const outsideY = Math.max(0, -y, y - height - 0.4);
  const away = Math.hypot(outsideX, outsideY);
  if (away > shadowReach) return;
  const light = 1 - 0.4 * (1 - away / shadowReach) ** 2;
  for (let channel = 0; channel < 3; channel += 1) data[at + channel] = (data[at + channel] ?? 0) * light;
}

/** Mixes four neighbours by how near they are and how opaque; beyond the edge there is nothing. */
function blend(data: Uint8ClampedArray, at: number, card: Raster, x: number, y: number): void {
  const column = Math.floor(x);
  const row = Math.floor(y);
  if (column < -1 || row < -1 || column >= card.width || row >= card.height) return;
  const [shareX, shareY] = [x - column, y - row];
  let [red, green, blue, opacity] = [0, 0, 0, 0];
  for (let corner = 0; corner < 4; corner += 1) {
    const [right, down] = [corner & 1, corner >> 1];
    const [i, j] = [column + right, row + down];
    if (i < 0 || j < 0 || i >= card.width || j >= card.height) continue;
    const from = (j * card.width + i) * 4;
    const weight = (right === 1 ? shareX : 1 - shareX) * (down === 1 ? shareY : 1 - shareY);
    const share = (weight * (card.data[from + 3] ?? 0)) / 255;
    red += share * (card.data[from] ?? 0);
    green += share * (card.data[from + 1] ?? 0);
    blue += share * (card.data[from + 2] ?? 0);
    opacity += share;
  }
  data[at] = red + (1 - opacity) * (data[at] ?? 0);
  data[at + 1] = green + (1 - opacity) * (data[at + 1] ?? 0);
  data[at + 2] = blue + (1 - opacity) * (data[at + 2] ?? 0);
}

function rangeOf(values: readonly number[], margin: number, bound: number): readonly [number, number] {
  const from = Math.max(0, Math.floor(Math.min(...values)) - margin);
  return [from, Math.min(bound, Math.ceil(Math.max(...values)) + margin)];
}
