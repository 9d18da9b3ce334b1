/** The texts by which rows of equal value are ordered. */
type Named = { readonly symbol: string; readonly listed: string };

type Candidate<Row> = {
  readonly rank: number;
  readonly value: number;
  readonly row: Row;
};

/** The best rows so far: by rank, then by traded value, then by symbol. Ranks have to be offered in their order. */
export class BestRows<Row extends Named> {
  #limit: number;
  readonly #rows: readonly Row[];
  readonly #values: readonly number[];
  readonly #best: Candidate<Row>[] = [];
  /** What has been taken, and may have been pushed out by better rows. */
  readonly #taken: RowMarks;

  constructor(limit: number, rows: readonly Row[], values: readonly number[], taken: RowMarks) {
    this.#limit = limit;
    this.#rows = rows;
    this.#values = values;
    this.#taken = taken;
    taken.clear(rows.length);
  }

  get isFull(): boolean {
    return this.#best.length >= this.#limit;
  }

  /** Lowers the limit; false where that leaves no room for more. */
  narrow(limit: number): boolean {
    this.#limit = Math.min(this.#limit, limit);
    return !this.isFull;
  }

  /** Takes those of the rows that match and for which there is room. */
  offer(rank: number, numbers: readonly number[], isMatch?: (row: Row) => boolean): void {
    for (const number of numbers) {
      if (!this.mayTake(rank, number)) continue;
      if (isMatch === undefined || isMatch(this.#rows[number] as Row)) this.take(rank, number);
    }
  }

  /** Does the same for rows by the levels of their values, the highest first, until no more can have room. */
  offerByLevel(rank: number, numbers: readonly number[]): void {
    for (const number of numbers) {
      if (this.mayTake(rank, number)) this.take(rank, number);
      else if (this.isFull) {
        const worst = this.#best[this.#best.length - 1] as Candidate<Row>;
        const value = this.#values[number] as number;
        // What follows has at most twice the value; three allows for rounding.
        if (rank > worst.rank || (rank === worst.rank && 3 * (value + 1) < worst.value)) return;
      }
    }
  }

  /** Whether a row that has a rank at best would have room. */
  mayTake(rank: number, number: number): boolean {
    if (this.isFull) {
      const worst = this.#best[this.#best.length - 1] as Candidate<Row>;
      if (rank > worst.rank) return false;
      if (rank === worst.rank) {
        const value = this.#values[number] as number;
        if (value < worst.value) return false;
        if (value === worst.value && !isNamedBefore(this.#rows[number] as Row, worst.row)) return false;
      }
    }
    return !this.#taken.has(number);
  }

  take(rank: number, number: number): void {
    const candidate = { rank, value: this.#values[number] as number, row: this.#rows[number] as Row };
    let from = 0;
    let to = this.#best.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (isBefore(candidate, this.#best[middle] as Candidate<Row>)) to = middle;
      else from = middle + 1;
    }
    this.#best.splice(from, 0, candidate);
    if (this.#best.length > this.#limit) this.#best.pop();
    this.#taken.add(number);
  }

  /** The best first. */
  inOrder(): readonly Candidate<Row>[] {
    return this.#best;
  }
}

function isBefore<Row extends Named>(one: Candidate<Row>, other: Candidate<Row>): boolean {
  if (one.rank !== other.rank) return one.rank < other.rank;
  return one.value === other.value ? isNamedBefore(one.row, other.row) : one.value > other.value;
}

function isNamedBefore(one: Named, other: Named): boolean {
  return one.symbol === other.symbol ? one.listed < other.listed : one.symbol < other.symbol;
}

/** The level of a value: the next one begins at twice the value. */
export function levelOf(value: number): number {
  return Math.floor(Math.log2(value + 1));
}

/** Marks on rows, which are taken away all at once. */
export class RowMarks {
  /** By row the clearing that it was marked after. */
  #marked = new Uint32Array(0);
  #clearings = 0;

  clear(rowCount: number): void {
    this.#clearings += 1;
    if (this.#marked.length >= rowCount && this.#clearings < 2 ** 32) return;
    this.#marked = new Uint32Array(2 * rowCount);
    this.#clearings = 1;
  }

  add(number: number): void {
    this.#marked[number] = this.#clearings;
  }

  has(number: number): boolean {
    return this.#marked[number] === this.#clearings;
  }
}
