import type { GrayImage } from "./gray-image.ts";

/** What paper comes out as, where there is little print. */
export const paper = 190;

/** Darker surroundings than this are black whatever lies on them. */
const surroundingsMin = 8;

/** Takes shadow and light away: each pixel is seen against the mean of a square around it, as the ink's share of the light stays the same. */
export function evenShade({ width, height, data }: GrayImage, radius: number): GrayImage {
  const sums = sumUp(width, height, data);
  const stride = width + 1;
  const even = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const top = Math.max(0, y - radius) * stride;
    const bottom = Math.min(height, y + radius + 1) * stride;
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - radius);
      const right = Math.min(width, x + radius + 1);
      const count = ((bottom - top) / stride) * (right - left);
      const below = (sums[bottom + right] as number) - (sums[bottom + left] as number);
      const above = (sums[top + right] as number) - (sums[top + left] as number);
      const mean = Math.max(surroundingsMin, (below - above) / count);
      even[y * width + x] = Math.min(255, (paper * (data[y * width + x] as number)) / mean);
    }
  }
  return { width, height, data: even };
}

/** The sum of all that lies above and to the left of each corner of a pixel, so that a square costs four reads. */
function sumUp(width: number, height: number, data: Uint8Array): Uint32Array {
  const stride = width + 1;
  const sums = new Uint32Array(stride * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x] as number;
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] as number) + row;
    }
  }
  return sums;
}
