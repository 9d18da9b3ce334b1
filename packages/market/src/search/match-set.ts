import { compareSymbols, type Segment } from "./segment.ts";

/** A row that matches a term: which segment it is of, its number there, and how well it matches. */
export type RankedRow = { readonly owner: number; readonly row: number; readonly rank: number };

/** A set has this many at most. */
export const matchesMax = 256;

/** The values of the rows at hand, in a room that all sets share. */
const values = new Float64Array(matchesMax);

const ownersMax = 256;

/**
 * Everything that matches a term. What trades change is its order, and that is looked after whenever it is asked for;
 * what is new or gone among the instruments ends it. Thousands of sets are kept, and few numbers take less in a list than in
 * a typed array.
 */
export class MatchSet {
  readonly #term: string;
  readonly #segments: readonly Segment[];
  /** By how well it matches, and in a rank by value. */
  #rows: readonly number[];
  /** For each of them its rank, times as many as there may be owners, and its owner. */
  #origins: readonly number[];
  readonly #shownCount: number;
  #shown: readonly string[];

  /** The rows come in the order of their ranks, and in any order within one; of them `shownCount` are answered with. */
  constructor(
    term: Uint8Array,
    segments: readonly Segment[],
    matches: readonly RankedRow[],
    shownCount: number,
  ) {
    this.#term = String.fromCharCode(...term);
    this.#segments = segments;
    this.#rows = matches.map(({ row }) => row);
    this.#origins = matches.map(({ owner, rank }) => rank * ownersMax + owner);
    this.#shownCount = shownCount;
    this.#shown = this.#symbols();
  }

  get count(): number {
    return this.#rows.length;
  }

  /** Whether these bytes are the term. */
  isOf(bytes: Uint8Array, size: number): boolean {
    const term = this.#term;
    if (term.length !== size) return false;
    for (let i = 0; i < size; i += 1) if (term.charCodeAt(i) !== bytes[i]) return false;
    return true;
  }

  /** The symbols in today's order, the best first. */
  symbols(): readonly string[] {
    const rows = this.#rows;
    const origins = this.#origins;
    let isInOrder = true;
    for (let place = 0; place < rows.length; place += 1) {
      const segment = this.#segmentOf(origins[place] as number);
      values[place] = segment.values[rows[place] as number] as number;
      if (place > 0 && this.#compare(place - 1, place) > 0) isInOrder = false;
    }
    if (!isInOrder) this.#order();
    return this.#shown;
  }

  #order(): void {
    const rows = this.#rows;
    const origins = this.#origins;
    const places = rows.map((_, place) => place).sort((left, right) => this.#compare(left, right));
    this.#rows = places.map((place) => rows[place] as number);
    this.#origins = places.map((place) => origins[place] as number);
    this.#shown = this.#symbols();
  }

  /** Which of two places stands first: below 0 if the left one. */
  #compare(left: number, right: number): number {
    const origin = this.#origins[left] as number;
    const otherOrigin = this.#origins[right] as number;
    const rank = Math.floor(origin / ownersMax);
    const otherRank = Math.floor(otherOrigin / ownersMax);
    if (rank !== otherRank) return rank - otherRank;
    const difference = (values[right] as number) - (values[left] as number);
    if (difference !== 0) return difference;
    const row = this.#rows[left] as number;
    const otherRow = this.#rows[right] as number;
    if (origin === otherOrigin) return row - otherRow;
    return compareSymbols(this.#segmentOf(origin), row, this.#segmentOf(otherOrigin), otherRow);
  }

  #symbols(): string[] {
    return this.#rows.slice(0, this.#shownCount).map((row, place) => {
      return this.#segmentOf(this.#origins[place] as number).symbols[row] as string;
    });
  }

  #segmentOf(origin: number): Segment {
    return this.#segments[origin % ownersMax] as Segment;
  }
}
