/** Draws blocks at a size of some eighths into planes. */
export type InvertBlock = (
  coefficients: Float32Array,
  start: number,
  plane: Uint8ClampedArray,
  at: number,
  stride: number,
) => void;

/**
 * Makes what turns the 64 coefficients of a block, which were multiplied already, into so many pixels by so many. Of a
 * smaller block only the lower frequencies count, so that shrinking costs less than not shrinking.
 */
export function makeInvertBlock(size: number): InvertBlock {
  const basis = makeBasis(size);
  const rows = new Float32Array(64);
  return (coefficients, start, plane, at, stride) => {
    let lastRow = -1;
    for (let row = 0; row < size; row += 1) {
      if (invertRow(coefficients, start + 8 * row, basis, size, rows, 8 * row)) lastRow = row;
      else rows.fill(0, 8 * row, 8 * row + size);
    }
    for (let y = 0; y < size; y += 1) {
      const to = at + y * stride;
      for (let x = 0; x < size; x += 1) {
        let sum = 128;
        for (let row = 0; row <= lastRow; row += 1)
          sum += (basis[8 * y + row] as number) * (rows[8 * row + x] as number);
        plane[to + x] = sum;
      }
    }
  };
}

/** Inverts one row, and tells whether there was anything in it. */
function invertRow(
  coefficients: Float32Array,
  from: number,
  basis: Float32Array,
  size: number,
  rows: Float32Array,
  to: number,
): boolean {
  let last = size - 1;
  while (last >= 0 && coefficients[from + last] === 0) last -= 1;
  if (last < 0) return false;
  for (let x = 0; x < size; x += 1) {
    let sum = 0;
    for (let wave = 0; wave <= last; wave += 1)
      sum += (basis[8 * x + wave] as number) * (coefficients[from + wave] as number);
    rows[to + x] = sum;
  }
  return true;
}

/** Cosines by pixel and frequency, with what makes the same brightness of a block of any size. */
function makeBasis(size: number): Float32Array {
  const basis = new Float32Array(64);
  for (let x = 0; x < size; x += 1) {
    for (let wave = 0; wave < size; wave += 1) {
      basis[8 * x + wave] =
        (wave === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * wave * Math.PI) / (2 * size));
    }
  }
  return basis;
}
