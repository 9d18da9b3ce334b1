import type { IntList } from "./int-list.ts";

/** The upper half of a number that is not below 0 tells how large it is about, by its exponent and some bits behind it. */
const levelShift = 18;
const levelCount = 1 << (31 - levelShift);

/**
 * Puts rows in order by about how large their values are, the largest first. That takes two looks at each, and whoever
 * reads the rows from then on soon has such as no later one is better than.
 */
export class ValueLevels {
  readonly #number: Float64Array = new Float64Array(1);
  readonly #halves: Uint32Array = new Uint32Array(this.#number.buffer);
  readonly #upper: 0 | 1;
  readonly #ends: Int32Array = new Int32Array(levelCount);
  #levels: Uint16Array = new Uint16Array(0);
  #rows: Int32Array = new Int32Array(0);

  constructor() {
    this.#number[0] = 1;
    this.#upper = this.#halves[1] === 0 ? 0 : 1;
  }

  sort(values: Float64Array, { values: rows, count }: IntList): void {
    if (this.#rows.length < count) {
      this.#rows = new Int32Array(2 * count);
      this.#levels = new Uint16Array(2 * count);
    }
    const ends = this.#ends.fill(0);
    for (let i = 0; i < count; i += 1) {
      const level = this.#levelOf(values[rows[i] as number] as number);
      this.#levels[i] = level;
      ends[level] = (ends[level] as number) + 1;
    }
    let total = 0;
    for (let level = levelCount - 1; level >= 0; level -= 1) {
      const inLevel = ends[level] as number;
      ends[level] = total;
      total += inLevel;
    }
    for (let i = 0; i < count; i += 1) {
      const level = this.#levels[i] as number;
      const place = ends[level] as number;
      this.#rows[place] = rows[i] as number;
      ends[level] = place + 1;
    }
    rows.set(this.#rows.subarray(0, count));
  }

  #levelOf(value: number): number {
    this.#number[0] = Math.max(0, value);
    return (this.#halves[this.#upper] as number) >>> levelShift;
  }
}
