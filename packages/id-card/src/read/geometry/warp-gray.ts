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

function lookUp(photo: Photo, by: Homography, x: number, y: number): number {
  const depth = (by[6] as number) * x + (by[7] as number) * y + (by[8] as number);
  const fromX = ((by[0] as number) * x + (by[1] as number) * y + (by[2] as number)) / depth;
  const fromY = ((by[3] as number) * x + (by[4] as number) * y + (by[5] as number)) / depth;
  const column = Math.min(Math.max(fromX, 0), photo.width - 1.001);
  const row = Math.min(Math.max(fromY, 0), photo.height - 1.001);
  const left = Math.floor(column);
  const top = Math.floor(row);
  const partX = column - left;
  const partY = row - top;
  const start = top * photo.width + left;
  const above = grayAt(photo, start) * (1 - partX) + grayAt(photo, start + 1) * partX;
  const below =
    grayAt(photo, start + photo.width) * (1 - partX) + grayAt(photo, start + photo.width + 1) * partX;
  return above * (1 - partY) + below * partY;
}

function grayAt(photo: Photo, index: number): number {
  const at = index * 3;
  return (
    (77 * (photo.data[at] as number) +
      150 * (photo.data[at + 1] as number) +
      29 * (photo.data[at + 2] as number)) /
    256
  );
}
