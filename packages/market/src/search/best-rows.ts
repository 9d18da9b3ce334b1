/** What orders rows of equal weight. */
type Named = { readonly length: number; readonly symbol: string; readonly listed: string };

type Candidate<Row> = {
  readonly rank: number;
  readonly weight: number;
  readonly row: Row;
};

/**
 * Collects the best rows: by rank, then by weight, then by the length of the shortest name, then by symbol. Ranks have to be offered
 * in ascending order.
 */
export class BestRows<Row extends Named> {
  #limit: number;
  readonly #rows: readonly Row[];
  readonly #weights: readonly number[];
  readonly #best: Candidate<Row>[] = [];
  /** The rows that were taken, including those that better rows have pushed out. */
  readonly #taken: RowMarks;

  constructor(limit: number, rows: readonly Row[], weights: readonly number[], taken: RowMarks) {
    this.#limit = limit;
    this.#rows = rows;
    this.#weights = weights;
    this.#taken = taken;
    taken.clear(rows.length);
  }

  get isEmpty(): boolean {
    return this.#best.length === 0;
  }

  get isFull(): boolean {
    return this.#best.length >= this.#limit;
  }

  /** Lowers the limit. Returns whether there is room for more. */
  narrow(limit: number): boolean {
    this.#limit = Math.min(this.#limit, limit);
    return !this.isFull;
  }

  /** Takes the rows that match and for which there is room. */
  offer(rank: number, numbers: readonly number[], isMatch?: (row: Row) => boolean): void {
    for (const number of numbers) {
      if (!this.mayTake(rank, number)) continue;
      if (isMatch === undefined || isMatch(this.#rows[number] as Row)) this.take(rank, number);
    }
  }

  /** Like `offer`, for rows ordered by descending level of their weights. Stops as soon as no further row can have room. */
  offerByLevel(rank: number, numbers: readonly number[]): void {
    for (const number of numbers) {
      if (this.mayTake(rank, number)) this.take(rank, number);
      else if (this.isFull) {
        const worst = this.#best[this.#best.length - 1] as Candidate<Row>;
        const weight = this.#weights[number] as number;
        // Later rows have at most twice this weight; 3 allows for rounding.
        if (rank > worst.rank || (rank === worst.rank && 3 * (weight + 1) < worst.weight)) return;
      }
    }
  }

  /** Whether there would be room for a row of this rank. */
  mayTake(rank: number, number: number): boolean {
    if (this.isFull) {
      const worst = this.#best[this.#best.length - 1] as Candidate<Row>;
      if (rank > worst.rank) return false;
      if (rank === worst.rank) {
        const weight = this.#weights[number] as number;
        if (weight < worst.weight) return false;
        if (weight === worst.weight && !isNamedBefore(this.#rows[number] as Row, worst.row)) return false;
      }
    }
    return !this.#taken.has(number);
  }

  take(rank: number, number: number): void {
    const candidate = { rank, weight: this.#weights[number] as number, row: this.#rows[number] as Row };
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

  inOrder(): readonly Candidate<Row>[] {
    return this.#best;
  }
}

function isBefore<Row extends Named>(one: Candidate<Row>, other: Candidate<Row>): boolean {
  if (one.rank !== other.rank) return one.rank < other.rank;
  return one.weight === other.weight ? isNamedBefore(one.row, other.row) : one.weight > other.weight;
}

function isNamedBefore(one: Named, other: Named): boolean {
  if (one.length !== other.length) return one.length < other.length;
  return one.symbol === other.symbol ? one.listed < other.listed : one.symbol < other.symbol;
}

/** The level of a weight. Each level begins at twice the weight of the one before. */
export function levelOf(weight: number): number {
  return Math.floor(Math.log2(weight + 1));
}

/** A set of row numbers that is cleared in constant time. */
export class RowMarks {
  /** For each row, the count of clearings when it was marked. */
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
