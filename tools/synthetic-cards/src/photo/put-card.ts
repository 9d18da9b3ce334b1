import { cardSize } from "../printing/open-sheet.ts";
import type { Projection } from "./project-card.ts";
import type { Raster } from "./raster.ts";

/** How far the shadow beneath the card reaches, in millimetres. */
const shadowReach = 2.2;

/** Lays a card into a picture: each pixel looks up its place on the card, and what it finds between four pixels there. */
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

/** Mixes four opaque neighbours by how near they are, and says whether they were opaque. */
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

/** Does the same by how opaque each neighbour is; beyond the edge there is nothing. */
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
