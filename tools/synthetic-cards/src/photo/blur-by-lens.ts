import type { Raster } from "./raster.ts";

/** Blurs a picture by a Gaussian, first along the rows and then along the columns. */
export function blurByLens({ width, height, data }: Raster, deviation: number): void {
  if (deviation < 0.2) return;
  const weights = weightsOf(deviation);
  const line = new Float64Array(Math.max(width, height) * 3);
  for (let y = 0; y < height; y += 1) blurLine(data, line, weights, y * width * 4, 4, width);
  for (let x = 0; x < width; x += 1) blurLine(data, line, weights, x * 4, width * 4, height);
}

/** The weights from the middle outwards, which add up to one when all but the first count twice. */
function weightsOf(deviation: number): Float64Array {
  const count = Math.ceil(deviation * 3) + 1;
  const weights = Float64Array.from({ length: count }, (_, i) => Math.exp(-(i ** 2) / (2 * deviation ** 2)));
  const sum = weights.reduce((total, weight, i) => total + (i === 0 ? weight : 2 * weight), 0);
  return weights.map((weight) => weight / sum);
}

function blurLine(
  data: Uint8ClampedArray,
  line: Float64Array,
  weights: Float64Array,
  start: number,
  stride: number,
  count: number,
): void {
  for (let i = 0; i < count; i += 1) {
    const at = start + i * stride;
    line[i * 3] = data[at] ?? 0;
    line[i * 3 + 1] = data[at + 1] ?? 0;
    line[i * 3 + 2] = data[at + 2] ?? 0;
  }
  const middle = weights[0] ?? 1;
  for (let i = 0; i < count; i += 1) {
    let red = middle * (line[i * 3] ?? 0);
    let green = middle * (line[i * 3 + 1] ?? 0);
    let blue = middle * (line[i * 3 + 2] ?? 0);
    for (let k = 1; k < weights.length; k += 1) {
      const weight = weights[k] ?? 0;
      const before = Math.max(0, i - k) * 3;
      const after = Math.min(count - 1, i + k) * 3;
      red += weight * ((line[before] ?? 0) + (line[after] ?? 0));
      green += weight * ((line[before + 1] ?? 0) + (line[after + 1] ?? 0));
      blue += weight * ((line[before + 2] ?? 0) + (line[after + 2] ?? 0));
    }
    const at = start + i * stride;
    data[at] = red;
    data[at + 1] = green;
    data[at + 2] = blue;
  }
}
