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
  /** The smallest level that was put in order. */
  #least = 0;
  #rows: Int32Array = new Int32Array(0);

  constructor() {
    this.#number[0] = 1;
    this.#upper = this.#halves[1] === 0 ? 0 : 1;
  }

  /**
   * Puts rows in order, or as many of the best and those that are about as large; the others follow as they were. Gives how
   * many are in order.
   */
  sort(values: Float64Array, { values: rows, count }: IntList, countMin: number = count): number {
    if (this.#rows.length < count) {
      this.#rows = new Int32Array(2 * count);
      this.#levels = new Uint16Array(2 * count);
    }
    const ends = this.#ends.fill(0);
    const levels = this.#levels;
    for (let i = 0; i < count; i += 1) {
      const level = this.#levelOf(values[rows[i] as number] as number);
      levels[i] = level;
      ends[level] = (ends[level] as number) + 1;
    }
    let sorted = 0;
    let least = levelCount;
    while (least > 0 && sorted < countMin) {
      least -= 1;
      const inLevel = ends[least] as number;
      ends[least] = sorted;
      sorted += inLevel;
    }
    let next = sorted;
    for (let i = 0; i < count; i += 1) {
      const level = levels[i] as number;
      const place = level < least ? next : (ends[level] as number);
      this.#rows[place] = rows[i] as number;
      if (level < least) next += 1;
      else ends[level] = place + 1;
    }
    rows.set(this.#rows.subarray(0, count));
    this.#least = least;
    return sorted;
  }

  /** Whether every row that the last sorting left as it was has a smaller value. */
  isAbove(value: number): boolean {
    return this.#levelOf(value) >= this.#least;
  }

  #levelOf(value: number): number {
    this.#number[0] = Math.max(0, value);
    return (this.#halves[this.#upper] as number) >>> levelShift;
  }
}
