import type { Photo } from "./photo.ts";

/** Shrinks a photograph by a whole factor, each pixel the mean of those that it stands for. */
export function shrinkPhoto(photo: Photo, factor: number): Photo {
  if (factor <= 1) return photo;
  const width = Math.floor(photo.width / factor);
  const height = Math.floor(photo.height / factor);
  const data = new Uint8Array(width * height * 3);
  const sums = new Uint32Array(width * 3);
  const area = factor * factor;
  for (let y = 0; y < height; y += 1) {
    sums.fill(0);
    for (let j = 0; j < factor; j += 1) addRow(photo, (y * factor + j) * photo.width * 3, factor, sums);
    for (let i = 0; i < sums.length; i += 1) data[y * width * 3 + i] = ((sums[i] ?? 0) + area / 2) / area;
  }
  return { width, height, data };
}

function addRow(photo: Photo, start: number, factor: number, sums: Uint32Array): void {
  let from = start;
  for (let at = 0; at < sums.length; at += 3) {
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let k = 0; k < factor; k += 1, from += 3) {
      red += photo.data[from] ?? 0;
      green += photo.data[from + 1] ?? 0;
      blue += photo.data[from + 2] ?? 0;
    }
    sums[at] = (sums[at] ?? 0) + red;
    sums[at + 1] = (sums[at + 1] ?? 0) + green;
    sums[at + 2] = (sums[at + 2] ?? 0) + blue;
  }
}
