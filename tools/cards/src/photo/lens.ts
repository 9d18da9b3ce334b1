import type { Dice } from "../dice.ts";
import type { PhotoPlan } from "./plan.ts";
import { type Raster, turnClockwise } from "./raster.ts";

/** Applies a Gaussian blur: first to the rows, as columns of the rotated picture, then to the columns. */
export function blurByLens(picture: Raster, deviation: number): void {
  if (deviation < 0.2) return;
  const weights = weightsOf(deviation);
  let turned = picture;
  for (const isBlurred of [true, false, false, true]) {
    turned = turnClockwise(turned);
    if (isBlurred) blurColumns(turned, weights);
  }
  picture.data.set(turned.data);
}

/** The weights from the centre outwards. They sum to one if all but the first count twice. */
function weightsOf(deviation: number): readonly number[] {
  const count = Math.ceil(deviation * 2.6) + 1;
  const weights = Array.from({ length: count }, (_, i) => Math.exp(-(i ** 2) / (2 * deviation ** 2)));
  const sum = weights.reduce((total, weight, i) => total + (i === 0 ? weight : 2 * weight), 0);
  return weights.map((weight) => weight / sum);
}

/** Processes all columns at once, row by row, in memory order. */
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

/** Applies motion blur along the movement of the hand. */
export function smearByMotion({ width, height, data }: Raster, { length, angle }: PhotoPlan["motion"]): void {
  if (length < 1) return;
  const source = data.slice();
  const steps = Math.ceil(length) + 1;
  const shifts = Array.from({ length: steps }, (_, step) => {
    const along = (step / (steps - 1) - 0.5) * length;
    return {
      x: Math.round(along * Math.cos((angle * Math.PI) / 180)),
      y: Math.round(along * Math.sin((angle * Math.PI) / 180)),
    };
  });
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let [red, green, blue] = [0, 0, 0];
      for (const shift of shifts) {
        const column = Math.min(width - 1, Math.max(0, x + shift.x));
        const row = Math.min(height - 1, Math.max(0, y + shift.y));
        const from = (row * width + column) * 4;
        red += source[from] ?? 0;
        green += source[from + 1] ?? 0;
        blue += source[from + 2] ?? 0;
      }
      const at = (y * width + x) * 4;
      data[at] = red / steps;
      data[at + 1] = green / steps;
      data[at + 2] = blue / steps;
    }
  }
}

const tableLength = 65_536;

/** Adds noise: two thirds in brightness, one third in each colour separately. */
export function addNoise({ data }: Raster, deviation: number, dice: Dice): void {
  if (deviation === 0) return;
  const table = Float32Array.from({ length: tableLength }, () => bellShaped(dice) * deviation);
  let state = dice.below(2 ** 31);
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return table[state >>> 16] ?? 0;
  };
  for (let at = 0; at < data.length; at += 4) {
    const grain = next() * 0.8;
    data[at] = (data[at] ?? 0) + grain + next() * 0.5;
    data[at + 1] = (data[at + 1] ?? 0) + grain + next() * 0.4;
    data[at + 2] = (data[at + 2] ?? 0) + grain + next() * 0.6;
  }
}

/** Normally distributed, by the Box–Muller transform. */
function bellShaped(dice: Dice): number {
  return Math.sqrt(-2 * Math.log(1 - dice.between(0, 1))) * Math.cos(2 * Math.PI * dice.between(0, 1));
}
