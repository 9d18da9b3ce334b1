import type { GrayImage } from "./gray-image.ts";
import type { Photo } from "./photo.ts";

/** Brightness as the eye weighs colours. */
export function toGray(photo: Photo): GrayImage {
  const { width, height, data } = photo;
  const gray = new Uint8Array(width * height);
  for (let i = 0, j = 0; i < gray.length; i += 1, j += 3) {
    gray[i] = (77 * (data[j] ?? 0) + 150 * (data[j + 1] ?? 0) + 29 * (data[j + 2] ?? 0) + 128) >> 8;
  }
  return { width, height, data: gray };
}
