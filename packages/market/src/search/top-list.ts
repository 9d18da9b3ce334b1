import { compareSymbols, type Segment } from "./segment.ts";

/** The rows of an answer by the numbers of their segments, and the values by which they stand in it. */
export type HeldRows = {
  readonly segments: readonly Segment[];
  readonly owners: Int32Array;
  readonly rows: Int32Array;
  readonly values: Float64Array;
};

/**
 * The rows of an answer: those of better ranks, which are settled, and behind them the best of one rank so far, by
 * traded value, then by symbol. It holds a row once, however often it is found.
 */
export class TopList {
  count = 0;
  /** How many rows of better ranks stand in front. */
  settledCount = 0;
  #markedCount = 0;
  #countMax = 0;
  #segments: readonly Segment[] = [];
  /** The number of the segment whose rows are handed in. */
  #owner = 0;
  readonly #owners: Int32Array;
  readonly #rows: Int32Array;
  readonly #values: Float64Array;

  constructor(capacity: number) {
    this.#owners = new Int32Array(capacity);
    this.#rows = new Int32Array(capacity);
    this.#values = new Float64Array(capacity);
  }

  /** Begins another answer. */
  reset(countMax: number, segments: readonly Segment[]): void {
    this.count = 0;
    this.settledCount = 0;
    this.#countMax = countMax;
    this.#segments = segments;
  }

  /** Leaves room for fewer, where as many are not yet settled. */
  narrow(countMax: number): void {
    this.#countMax = Math.min(this.#countMax, countMax);
  }

  /** Whether there is room for rows of worse ranks. */
  get hasRoom(): boolean {
    return this.settledCount < this.#countMax;
  }

  /** Says which segment's rows come next. */
  turnTo(owner: number): void {
    this.#owner = owner;
  }

  /** How many rows the rank at hand may still have. */
  get neededCount(): number {
    return this.#countMax - this.settledCount;
  }

  /** No row below this value would be held, and none whose value is below 0 ever is: such rows are gone. */
  get valueLeast(): number {
    return this.count < this.#countMax ? 0 : (this.#values[this.count - 1] as number);
  }

  /** Whether a row would be held. */
  canTake(row: number, value: number): boolean {
    return this.count < this.#countMax || this.#isBetter(row, value, this.count - 1);
  }

  /**
   * Takes what is not taken yet of a list that is in order, for as long as there is room; nothing of the rank may be held so
   * far. True where there was enough.
   */
  takeInOrder(rows: Int32Array, values: Float64Array, start: number, countMax: number): boolean {
    const { taken } = this.#segments[this.#owner] as Segment;
    const isNoneTaken = this.settledCount === 0;
    let count = this.count;
    for (let i = start; i < start + countMax && count < this.#countMax; i += 1) {
      const row = rows[i] as number;
      if (!isNoneTaken && taken[row] === 1) continue;
      this.#owners[count] = this.#owner;
      this.#rows[count] = row;
      this.#values[count] = values[i] as number;
      count += 1;
    }
    this.count = count;
    return count === this.#countMax;
  }

  take(row: number, value: number): void {
    const owners = this.#owners;
    const rows = this.#rows;
    const values = this.#values;
    let from = this.settledCount;
    let to = this.count;
    // Rows often come in their order.
    if (from < to && !this.#isBetter(row, value, to - 1)) from = to;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.#isBetter(row, value, middle)) to = middle;
      else from = middle + 1;
    }
    if (from > this.settledCount && rows[from - 1] === row && owners[from - 1] === this.#owner) return;
    if (this.count < this.#countMax) this.count += 1;
    for (let place = this.count - 1; place > from; place -= 1) {
      owners[place] = owners[place - 1] as number;
      rows[place] = rows[place - 1] as number;
      values[place] = values[place - 1] as number;
    }
    owners[from] = this.#owner;
    rows[from] = row;
    values[from] = value;
  }

  /** Ends a rank: what it found is marked as taken, so that no worse rank finds it again, if there is room for one. */
  settle(): void {
    if (this.count === this.settledCount) return;
    if (this.count < this.#countMax) {
      for (let place = this.settledCount; place < this.count; place += 1) this.#mark(place, 1);
      this.#markedCount = this.count;
    }
    this.settledCount = this.count;
  }

  /** Takes the marks away. */
  release(): void {
    for (let place = 0; place < this.#markedCount; place += 1) this.#mark(place, 0);
    this.#markedCount = 0;
  }

  symbolAt(place: number): string {
    return this.#segmentAt(place).symbols[this.#rows[place] as number] as string;
  }

  /** What is settled by now, as it will stay when the list is used for another answer. */
  held(): HeldRows {
    return {
      segments: this.#segments,
      owners: this.#owners.slice(0, this.settledCount),
      rows: this.#rows.slice(0, this.settledCount),
      values: this.#values.slice(0, this.settledCount),
    };
  }

  #mark(place: number, mark: 0 | 1): void {
    this.#segmentAt(place).taken[this.#rows[place] as number] = mark;
  }

  #segmentAt(place: number): Segment {
    return this.#segments[this.#owners[place] as number] as Segment;
  }

  #isBetter(row: number, value: number, place: number): boolean {
    const other = this.#values[place] as number;
    return value > other || (value === other && this.#hasSooner(row, place));
  }

  /** Of two rows of equal value, whether the one handed in has the symbol that comes first. */
  #hasSooner(row: number, place: number): boolean {
    const otherRow = this.#rows[place] as number;
    if (this.#owners[place] === this.#owner) return row < otherRow;
    return compareSymbols(this.#segments[this.#owner] as Segment, row, this.#segmentAt(place), otherRow) < 0;
  }
}
