/** What `transformBlock` leaves each coefficient multiplied by, for its row and for its column, beside 8 for both. */
const lineScale = [1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.5411961, 0.275899379] as const;

/** What each coefficient of `transformBlock` is to be multiplied by to be what is written, for steps row by row. */
export function makeFactors(steps: ArrayLike<number>): Float32Array {
  return Float32Array.from(
    { length: 64 },
    (_, k) => 1 / ((steps[k] as number) * (lineScale[k >> 3] as number) * (lineScale[k & 7] as number) * 8),
  );
}

/** Turns 8 by 8 values into as many waves in their place, by the sums of Arai, Agui and Nakajima. */
export function transformBlock(block: Float32Array): void {
  for (let row = 0; row < 64; row += 8) transformLine(block, row, 1);
  for (let column = 0; column < 8; column += 1) transformLine(block, column, 8);
}

function transformLine(block: Float32Array, start: number, step: number): void {
  const value = (index: number): number => block[start + index * step] as number;
  const keep = (index: number, wave: number): void => {
    block[start + index * step] = wave;
  };
  const sum07 = value(0) + value(7);
  const sum16 = value(1) + value(6);
  const sum25 = value(2) + value(5);
  const sum34 = value(3) + value(4);
  const less07 = value(0) - value(7);
  const less16 = value(1) - value(6);
  const less25 = value(2) - value(5);
  const less34 = value(3) - value(4);
  const outer = sum07 - sum34;
  const turned = (sum16 - sum25 + outer) * Math.SQRT1_2;
  keep(0, sum07 + sum34 + sum16 + sum25);
  keep(4, sum07 + sum34 - sum16 - sum25);
  keep(2, outer + turned);
  keep(6, outer - turned);
  const low = less34 + less25;
  const high = less16 + less07;
  const middle = (less25 + less16) * Math.SQRT1_2;
  const shared = (low - high) * 0.382683433;
  const near = 0.5411961 * low + shared;
  const far = 1.306562965 * high + shared;
  keep(5, less07 - middle + near);
  keep(3, less07 - middle - near);
  keep(1, less07 + middle + far);
  keep(7, less07 + middle - far);
}
