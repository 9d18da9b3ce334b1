import type { Raster } from "./raster.ts";

/** Cuts a strip of so many pixels off the left side of a picture. */
export function cropLeft({ width, height, data }: Raster, count: number): Raster {
  const left = width - count;
  const kept = new Uint8ClampedArray(left * height * 4);
  for (let y = 0; y < height; y += 1) {
    kept.set(data.subarray((y * width + count) * 4, (y + 1) * width * 4), y * left * 4);
  }
  return { width: left, height, data: kept };
}
