import type { Raster } from "./raster.ts";

/** Blurs a picture by a Gaussian, first along the rows and then along the columns, which are summed up row by row. */
export function blurByLens(picture: Raster, deviation: number): void {
  if (deviation < 0.2) return;
  const weights = weightsOf(deviation);
  blurRows(picture, weights);
  blurColumns(picture, weights);
}

/** The weights from the middle outwards, which add up to one when all but the first count twice. */
function weightsOf(deviation: number): readonly number[] {
  const count = Math.ceil(deviation * 2.6) + 1;
  const weights = Array.from({ length: count }, (_, i) => Math.exp(-(i ** 2) / (2 * deviation ** 2)));
  const sum = weights.reduce((total, weight, i) => total + (i === 0 ? weight : 2 * weight), 0);
  return weights.map((weight) => weight / sum);
}

function blurRows({ width, height, data }: Raster, weights: readonly number[]): void {
  const reach = (weights.length - 1) * 4;
  const length = width * 4;
  const row = new Float32Array(length + 2 * reach);
  const sums = new Float32Array(length);
  for (let y = 0; y < height; y += 1) {
    const start = y * length;
    row.set(data.subarray(start, start + length), reach);
    for (let i = 0; i < reach; i += 1) {
      row[i] = data[start + (i % 4)] ?? 0;
      row[reach + length + i] = data[start + length - 4 + (i % 4)] ?? 0;
    }
    sums.fill(0);
    for (const [k, weight] of weights.entries()) {
      const before = reach - k * 4;
      const after = reach + k * 4;
      const share = k === 0 ? weight / 2 : weight;
      for (let i = 0; i < length; i += 1)
        sums[i] = (sums[i] ?? 0) + share * ((row[before + i] ?? 0) + (row[after + i] ?? 0));
    }
    data.set(sums, start);
  }
}

function blurColumns({ width, height, data }: Raster, weights: readonly number[]): void {
  const length = width * 4;
  const source = data.slice();
  const sums = new Float32Array(length);
  for (let y = 0; y < height; y += 1) {
    sums.fill(0);
    for (const [k, weight] of weights.entries()) {
      const before = Math.max(0, y - k) * length;
      const after = Math.min(height - 1, y + k) * length;
      const share = k === 0 ? weight / 2 : weight;
      for (let i = 0; i < length; i += 1)
        sums[i] = (sums[i] ?? 0) + share * ((source[before + i] ?? 0) + (source[after + i] ?? 0));
    }
    data.set(sums, y * length);
  }
}
