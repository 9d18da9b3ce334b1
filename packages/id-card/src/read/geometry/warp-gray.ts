import type { GrayImage } from "../image/gray-image.ts";
import type { Photo } from "../image/photo.ts";
import type { Homography } from "./homography.ts";

/**
 * Draws an image of the given size whose pixels are looked up in a photograph through a homography, between pixels by
 * their neighbours, and gray. Where the photograph is larger than the drawing, several places of a pixel are averaged.
 */
export function warpGray(
  photo: Photo,
  by: Homography,
  width: number,
  height: number,
  samples: number,
): GrayImage {
  const data = new Uint8Array(width * height);
  const offsets = Array.from({ length: samples }, (_, i) => (i + 0.5) / samples - 0.5);
  const count = samples * samples;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (const down of offsets) for (const right of offsets) sum += lookUp(photo, by, x + right, y + down);
      data[y * width + x] = sum / count + 0.5;
    }
  }
  return { width, height, data };
}

function lookUp({ width, height, data }: Photo, by: Homography, x: number, y: number): number {
  const depth = (by[6] as number) * x + (by[7] as number) * y + (by[8] as number);
  const fromX = ((by[0] as number) * x + (by[1] as number) * y + (by[2] as number)) / depth;
  const fromY = ((by[3] as number) * x + (by[4] as number) * y + (by[5] as number)) / depth;
  const column = Math.min(Math.max(fromX, 0), width - 1.001);
  const row = Math.min(Math.max(fromY, 0), height - 1.001);
  const left = Math.floor(column);
  const top = Math.floor(row);
  const partX = column - left;
  const partY = row - top;
  const start = (top * width + left) * 3;
  const below = start + width * 3;
  const upper = grayAt(data, start) * (1 - partX) + grayAt(data, start + 3) * partX;
  const lower = grayAt(data, below) * (1 - partX) + grayAt(data, below + 3) * partX;
  return (upper * (1 - partY) + lower * partY) / 256;
}

function grayAt(data: Uint8Array, at: number): number {
  return 77 * (data[at] as number) + 150 * (data[at + 1] as number) + 29 * (data[at + 2] as number);
}
