/** Below this a group is read whole sooner than a list of its best is kept. */
const wordSizeMin = 65;
/** A full answer fits into each list, and a list of a large group holds enough to find among them what else is asked. */
const listedCountMin = 64;
const listedCountMax = 1_024;
const groupShare = 8;
/** Twice a full answer, so that a list that is not spent holds one. */
export const listedOfAnswer = 100;

const unlisted = -1;

/**
 * The best rows of each large group, by value, then by row: so the best of very many are known without looking at the
 * others. A list follows every change of a value, and is gathered anew when so many left it that it says too little.
 */
export class BestRows {
  /** How many rows a list holds by now, and where it begins among the rows of all. */
  readonly counts: Int32Array;
  readonly starts: Int32Array;
  readonly rows: Int32Array;
  /** Their values once more, so that reading a list touches nothing else. */
  readonly rowValues: Float64Array;
  readonly #values: Float64Array;
  readonly #lists: Int32Array;
  /** Which lists have room for every row of their groups. */
  readonly #wholes: Uint8Array;

  constructor(
    values: Float64Array,
    groupCount: number,
    sizeOf: (group: number) => number,
    listedCountOf: (size: number, group: number) => number | undefined = countForWords,
  ) {
    this.#values = values;
    this.#lists = new Int32Array(groupCount).fill(unlisted);
    const starts = [0];
    const wholes: number[] = [];
    for (let group = 0; group < groupCount; group += 1) {
      const size = sizeOf(group);
      const listed = listedCountOf(size, group);
      if (listed === undefined) continue;
      this.#lists[group] = starts.length - 1;
      starts.push((starts.at(-1) as number) + listed);
      wholes.push(listed >= size ? 1 : 0);
    }
    this.starts = Int32Array.from(starts);
    this.rows = new Int32Array(starts.at(-1) as number);
    this.rowValues = new Float64Array(this.rows.length);
    this.counts = new Int32Array(starts.length - 1);
    this.#wholes = Uint8Array.from(wholes);
  }

  get byteLength(): number {
    return (
      this.#lists.byteLength + this.rows.byteLength + this.rowValues.byteLength + 2 * this.starts.byteLength
    );
  }

  /** The list of a group, or −1 where the group is small. */
  listOf(group: number): number {
    return this.starts.length === 1 ? unlisted : (this.#lists[group] as number);
  }

  /** Whether so few rows are left in a list that it has to be gathered anew. */
  isSpent(list: number): boolean {
    return !this.isWhole(list) && 2 * (this.counts[list] as number) < this.#roomOf(list);
  }

  /** Whether a list has every row of its group. */
  isWhole(list: number): boolean {
    return this.#wholes[list] === 1;
  }

  /** Begins to gather a list; every row of the group has to be offered, and then the list finished. */
  begin(list: number): void {
    this.counts[list] = 0;
  }

  /**
   * While a list is gathered it is a heap whose first row is the one that goes next, with its value beside it, so that most
   * rows are turned away at a glance.
   */
  offer(list: number, row: number): void {
    const { rows, rowValues } = this;
    const start = this.starts[list] as number;
    const count = this.counts[list] as number;
    const value = this.#values[row] as number;
    if (value < 0) return;
    if (count < this.#roomOf(list)) {
      this.counts[list] = count + 1;
      this.#rise(start, count, row);
    } else {
      const worst = rowValues[start] as number;
      if (value < worst || (value === worst && row >= (rows[start] as number))) return;
      this.#sink(start, count, row);
    }
    rowValues[start] = this.#values[rows[start] as number] as number;
  }

  /** The value of the row that goes next, while a list is gathered. */
  worstValue(list: number): number {
    return this.rowValues[this.starts[list] as number] as number;
  }

  /** Takes over what another gathered, which is in no order yet, and puts it in order. */
  takeGathered(list: number, other: BestRows, otherList: number): void {
    const start = other.starts[otherList] as number;
    const count = other.counts[otherList] as number;
    this.rows.set(other.rows.subarray(start, start + count), this.starts[list]);
    this.counts[list] = count;
    this.finish(list);
  }

  /** Puts what was gathered in order; a row that was offered twice stays once. */
  finish(list: number): void {
    const { rows } = this;
    const start = this.starts[list] as number;
    for (let left = (this.counts[list] as number) - 1; left > 0; left -= 1) {
      const last = rows[start + left] as number;
      rows[start + left] = rows[start] as number;
      this.#sink(start, left, last);
    }
    let kept = 0;
    for (let i = 0; i < (this.counts[list] as number); i += 1) {
      const row = rows[start + i] as number;
      if (kept > 0 && rows[start + kept - 1] === row) continue;
      rows[start + kept] = row;
      this.rowValues[start + kept] = this.#values[row] as number;
      kept += 1;
    }
    this.counts[list] = kept;
  }

  /** Follows a row of a group whose value is about to change; below 0 it is gone. */
  follow(group: number, row: number, value: number): void {
    const list = this.listOf(group);
    if (list === unlisted) return;
    const isWhole = this.isWhole(list);
    if (this.counts[list] === 0 && !isWhole) return;
    const start = this.starts[list] as number;
    const count = this.counts[list] as number;
    const former = this.#values[row] as number;
    const last = this.rowValues[start + count - 1] as number;
    // Most rows are far behind what a list holds, and stay there.
    if (value < last && former < last && !isWhole) return;
    const from = this.#placeOf(start, count, row, former);
    const isListed = from < count && this.rows[start + from] === row;
    const to = this.#placeOf(start, count, row, value);
    if (isListed) this.#move(list, from, to, row, value);
    else if (to < count || (isWhole && value >= 0)) {
      const end = Math.min(count, this.#roomOf(list) - 1);
      this.#shift(start + to + 1, start + to, start + end);
      this.#put(start + to, row, value);
      this.counts[list] = end + 1;
    }
  }

  #move(list: number, from: number, to: number, row: number, value: number): void {
    const start = this.starts[list] as number;
    const count = this.counts[list] as number;
    // Behind the last one it may be worse than rows that no list knows.
    const isLost = value < 0 || (to >= count && !this.isWhole(list));
    if (isLost) {
      this.#shift(start + from, start + from + 1, start + count);
      this.counts[list] = count - 1;
    } else if (to <= from) {
      this.#shift(start + to + 1, start + to, start + from);
      this.#put(start + to, row, value);
    } else {
      this.#shift(start + from, start + from + 1, start + to);
      this.#put(start + to - 1, row, value);
    }
  }

  #shift(target: number, from: number, to: number): void {
    this.rows.copyWithin(target, from, to);
    this.rowValues.copyWithin(target, from, to);
  }

  #put(place: number, row: number, value: number): void {
    this.rows[place] = row;
    this.rowValues[place] = value;
  }

  /** Before how many rows of a list a row does not stand, if it had a value. */
  #placeOf(start: number, count: number, row: number, value: number): number {
    let from = 0;
    let to = count;
    while (from < to) {
      const middle = (from + to) >> 1;
      const otherValue = this.rowValues[start + middle] as number;
      const isBefore = otherValue === value && (this.rows[start + middle] as number) < row;
      if (otherValue > value || isBefore) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #rise(start: number, count: number, row: number): void {
    const { rows } = this;
    let place = count;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#isBefore(rows[start + parent] as number, row)) break;
      rows[start + place] = rows[start + parent] as number;
      place = parent;
    }
    rows[start + place] = row;
  }

  #sink(start: number, count: number, row: number): void {
    const { rows } = this;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= count) break;
      const sibling = child + 1;
      if (sibling < count && this.#isBefore(rows[start + child] as number, rows[start + sibling] as number)) {
        child = sibling;
      }
      if (!this.#isBefore(row, rows[start + child] as number)) break;
      rows[start + place] = rows[start + child] as number;
      place = child;
    }
    rows[start + place] = row;
  }

  /** Whether a row is better than another. */
  #isBefore(row: number, other: number): boolean {
    const value = this.#values[row] as number;
    const otherValue = this.#values[other] as number;
    return value > otherValue || (value === otherValue && row < other);
  }

  /** Whether a list that is gathered holds as many rows as it has room for. */
  isFull(list: number): boolean {
    return this.counts[list] === this.#roomOf(list);
  }

  #roomOf(list: number): number {
    return (this.starts[list + 1] as number) - (this.starts[list] as number);
  }
}

/** What several words have in common is looked for among the best of one. */
function countForWords(size: number): number | undefined {
  if (size < wordSizeMin) return undefined;
  return Math.max(listedCountMin, Math.min(listedCountMax, Math.floor(size / groupShare)));
}

/** Enough for an answer, behind which nothing is looked for. */
export function countForAnswers(size: number): number {
  return Math.min(size, listedOfAnswer);
}
