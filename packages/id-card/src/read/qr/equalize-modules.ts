/** Modules as they most likely are, and how well the fixed ones came out, 1 for as they should. */
export interface EqualizedModules {
  readonly isDark: Uint8Array;
  readonly fit: number;
}

/** A module is told from itself and two on each side. */
const reach = 2;
const taps = (2 * reach + 1) ** 2 + 1;

/** Keeps weights small where the fixed modules say little of them. */
const ridge = 2;

/**
 * Parts modules that blur has mixed. The weights by which a module follows from its surroundings are those that give the
 * fixed modules best; once more with all modules that came out clearly, whose number makes the weights surer.
 */
export function equalizeModules(samples: Float64Array, fixed: Int8Array, count: number): EqualizedModules {
  const levelled = level(samples, count);
  const known = Float64Array.from(fixed, (module) => (module < 0 ? 0 : 1 - 2 * module));
  let judged = apply(levelled, count, fitWeights(levelled, known, count));
  const fit = fitOf(judged, fixed);
  for (let round = 0; round < 3; round += 1) {
    const decided = known.map((module, i) => (module === 0 ? decide(judged[i] as number) : module));
    judged = apply(levelled, count, fitWeights(levelled, decided, count));
  }
  const isDark = Uint8Array.from(judged, (value, i) => {
    const module = fixed[i] as number;
    return module >= 0 ? module : value < 0 ? 1 : 0;
  });
  return { isDark, fit };
}

function decide(value: number): number {
  return Math.abs(value) < 0.35 ? 0 : Math.sign(value);
}

function fitOf(judged: Float64Array, fixed: Int8Array): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < judged.length; i += 1) {
    const module = fixed[i] as number;
    if (module < 0) continue;
    sum += Math.abs((judged[i] as number) - (1 - 2 * module));
    count += 1;
  }
  return 1 - sum / count;
}

/** Shade and glare change slowly: each module is taken against the mean and the contrast around it. */
function level(samples: Float64Array, count: number): Float64Array {
  const around = 6;
  return samples.map((value, index) => {
    const column = index % count;
    const row = (index - column) / count;
    let [sum, squares, number] = [0, 0, 0];
    for (let y = Math.max(0, row - around); y <= Math.min(count - 1, row + around); y += 1) {
      for (let x = Math.max(0, column - around); x <= Math.min(count - 1, column + around); x += 1) {
        const here = samples[y * count + x] as number;
        sum += here;
        squares += here * here;
        number += 1;
      }
    }
    const mean = sum / number;
    return (value - mean) / Math.max(2, Math.sqrt(squares / number - mean * mean));
  });
}

function neighbours(levelled: Float64Array, count: number, index: number, into: Float64Array): void {
  const column = index % count;
  const row = (index - column) / count;
  let at = 0;
  for (let y = row - reach; y <= row + reach; y += 1) {
    for (let x = column - reach; x <= column + reach; x += 1) {
      // Around the code there is paper.
      const isInside = x >= 0 && y >= 0 && x < count && y < count;
      into[at] = isInside ? (levelled[y * count + x] as number) : 1;
      at += 1;
    }
  }
  into[at] = 1;
}

function fitWeights(levelled: Float64Array, wanted: Float64Array, count: number): Float64Array {
  const rows = Array.from({ length: taps }, (_, i) => {
    const row = new Float64Array(taps + 1);
    row[i] = ridge;
    return row;
  });
  const around = new Float64Array(taps);
  for (let index = 0; index < wanted.length; index += 1) {
    const target = wanted[index] as number;
    if (target === 0) continue;
    neighbours(levelled, count, index, around);
    for (let i = 0; i < taps; i += 1) {
      const row = rows[i] as Float64Array;
      const here = around[i] as number;
      for (let j = 0; j < taps; j += 1) row[j] = (row[j] as number) + here * (around[j] as number);
      row[taps] = (row[taps] as number) + here * target;
    }
  }
  return solve(rows);
}

/** Gauss's elimination; the ridge keeps every pivot from zero. */
function solve(rows: Float64Array[]): Float64Array {
  for (let k = 0; k < taps; k += 1) {
    const pivot = rows[k] as Float64Array;
    for (let i = 0; i < taps; i += 1) {
      if (i === k) continue;
      const row = rows[i] as Float64Array;
      const factor = (row[k] as number) / (pivot[k] as number);
      for (let j = k; j <= taps; j += 1) row[j] = (row[j] as number) - factor * (pivot[j] as number);
    }
  }
  return Float64Array.from(rows, (row, i) => (row[taps] as number) / (row[i] as number));
}

function apply(levelled: Float64Array, count: number, weights: Float64Array): Float64Array {
  const around = new Float64Array(taps);
  return levelled.map((_, index) => {
    neighbours(levelled, count, index, around);
    let sum = 0;
    for (let i = 0; i < taps; i += 1) sum += (weights[i] as number) * (around[i] as number);
    return sum;
  });
}
