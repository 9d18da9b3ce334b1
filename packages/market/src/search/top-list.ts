import type { RankedRow } from "./match-set.ts";
import { compareSymbols, type Segment } from "./segment.ts";

/** The beginning of a list. */
type LentRows = {
  readonly rows: Int32Array;
  readonly values: Float64Array;
  readonly start: number;
  readonly count: number;
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
  /** The beginnings of lists whose rows stand in front and are not copied as long as nobody asks for one. */
  #lent: LentRows[] = [];
  #lentCount = 0;
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
    this.#lentCount = 0;
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

  /** Whether there is room for rows of the rank at hand, whatever their values. */
  get needsMore(): boolean {
    return this.count < this.#countMax;
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
   * Takes what is not marked of a list that is in order, for as long as there is room; nothing of the rank may be held so
   * far. True where there was enough.
   */
  takeInOrder(rows: Int32Array, values: Float64Array, start: number, countMax: number): boolean {
    const owner = this.#owner;
    const { taken } = this.#segments[owner] as Segment;
    const isNoneTaken = this.#markedCount === 0;
    const heldOwners = this.#owners;
    const heldRows = this.#rows;
    const heldValues = this.#values;
    const room = this.#countMax;
    const end = start + countMax;
    let count = this.count;
    for (let i = start; i < end && count < room; i += 1) {
      const row = rows[i] as number;
      if (!isNoneTaken && taken[row] === 1) continue;
      heldOwners[count] = owner;
      heldRows[count] = row;
      heldValues[count] = values[i] as number;
      count += 1;
    }
    this.count = count;
    return count === room;
  }

  /**
   * Takes the beginning of a list without copying it, where every row so far is of such a list and there is one segment. True
   * where there was enough.
   */
  lend(rows: Int32Array, values: Float64Array, start: number, countMax: number): boolean {
    const count = Math.min(countMax, this.#countMax - this.count);
    this.#lent[this.#lentCount] = { rows, values, start, count };
    this.#lentCount += 1;
    this.count += count;
    return this.count === this.#countMax;
  }

  /** Whether what is taken of lists may be lent by them. */
  get canLend(): boolean {
    return this.#markedCount === 0 && this.#segments.length === 1;
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

  /** Ends a rank. */
  settle(): void {
    this.settledCount = this.count;
  }

  /** Marks as taken what better ranks found, so that none finds it again; who looks where none of it stands can do without. */
  mark(): void {
    if (this.#lentCount > 0) this.#copyLent();
    for (let place = this.#markedCount; place < this.settledCount; place += 1) this.#mark(place, 1);
    this.#markedCount = this.settledCount;
  }

  /** Whether no row is marked. */
  get isNoneMarked(): boolean {
    return this.#markedCount === 0;
  }

  /** Takes the marks away. */
  release(): void {
    for (let place = 0; place < this.#markedCount; place += 1) this.#mark(place, 0);
    this.#markedCount = 0;
  }

  /** The symbols of what is settled. */
  symbols(): string[] {
    const segments = this.#segments;
    const owners = this.#owners;
    const rows = this.#rows;
    const count = this.settledCount;
    const found = new Array<string>(count);
    let place = 0;
    for (let i = 0; i < this.#lentCount; i += 1)
      place = this.#listLent(this.#lent[i] as LentRows, found, place);
    if (segments.length === 1) {
      const { symbols } = segments[0] as Segment;
      for (; place < count; place += 1) found[place] = symbols[rows[place] as number] as string;
      return found;
    }
    for (; place < count; place += 1) {
      const { symbols } = segments[owners[place] as number] as Segment;
      found[place] = symbols[rows[place] as number] as string;
    }
    return found;
  }

  /** What is settled, with its ranks by where each of them ends. */
  ranked(ends: Int32Array): RankedRow[] {
    if (this.#lentCount > 0) this.#copyLent();
    const found: RankedRow[] = [];
    for (let place = 0, rank = 0; place < this.settledCount; place += 1) {
      while ((ends[rank] as number) <= place) rank += 1;
      found.push({ owner: this.#owners[place] as number, row: this.#rows[place] as number, rank });
    }
    return found;
  }

  #listLent({ rows, start, count }: LentRows, found: string[], from: number): number {
    const { symbols } = this.#segments[0] as Segment;
    for (let i = 0; i < count; i += 1) found[from + i] = symbols[rows[start + i] as number] as string;
    return from + count;
  }

  #copyLent(): void {
    let place = 0;
    for (const { rows, values, start, count } of this.#lent.slice(0, this.#lentCount)) {
      for (let i = 0; i < count; i += 1, place += 1) {
        this.#owners[place] = 0;
        this.#rows[place] = rows[start + i] as number;
        this.#values[place] = values[start + i] as number;
      }
    }
    this.#lentCount = 0;
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
