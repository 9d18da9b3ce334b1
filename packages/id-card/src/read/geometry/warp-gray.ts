import type { GrayImage } from "../image/gray-image.ts";
import type { Homography } from "./homography.ts";

/**
 * Draws an image of the given size whose pixels are looked up in another through a homography, between pixels by
 * their neighbours. Where the other is larger than the drawing, several places of a pixel are averaged.
 */
export function warpGray(
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

/** Adds what is found for a row of places one apart; a row at a time, since along it the homography only grows by the same. */
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
