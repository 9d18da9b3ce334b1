import type { GrayImage } from "./gray-image.ts";

/** Sharpens: what a pixel differs from its surroundings, within so many pixels, is added to it again so many times. */
export function sharpen(image: GrayImage, radius: number, amount: number): GrayImage {
  const { width, height } = image;
  const calm = meanOver(image, 1);
  const wide = meanOver(meanOver(image, radius), radius);
  const data = new Uint8Array(width * height);
  for (let i = 0; i < data.length; i += 1) {
    const here = calm.data[i] as number;
    data[i] = Math.min(255, Math.max(0, here + amount * (here - (wide.data[i] as number))));
  }
  return { width, height, data };
}

/** The mean of a square around each pixel, row by row and then column by column. */
function meanOver(image: GrayImage, radius: number): GrayImage {
  const { width, height } = image;
  const rows = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) slide(image.data, rows, y * width, 1, width, radius);
  const data = new Float32Array(width * height);
  for (let x = 0; x < width; x += 1) slide(rows, data, x, width, height, radius);
  return { width, height, data: Uint8Array.from(data) };
}

function slide(
  from: Uint8Array | Float32Array,
  to: Float32Array,
  start: number,
  step: number,
  count: number,
  radius: number,
): void {
  let sum = 0;
  const at = (i: number) => from[start + Math.min(Math.max(i, 0), count - 1) * step] as number;
  for (let i = -radius; i <= radius; i += 1) sum += at(i);
  for (let i = 0; i < count; i += 1) {
    to[start + i * step] = sum / (2 * radius + 1);
    sum += at(i + radius + 1) - at(i - radius);
  }
}
