import { compareSymbols, type Segment } from "./segment.ts";

/** Rows that match a term, by rank: which segment each is of, which row there, and how well it matches. */
export type RankedRows = {
  readonly owners: Uint8Array;
  readonly rows: Int32Array;
  readonly ranks: Uint8Array;
  readonly count: number;
};

/** A set has this many at most. */
export const matchesMax = 256;

/** The values of the rows at hand, in a room that all sets share. */
const values = new Float64Array(matchesMax);

/**
 * Everything that matches a term. What trades change is its order, and that is looked after whenever it is asked for;
 * what is new or gone among the instruments ends it.
 */
export class MatchSet {
  readonly #term: Uint8Array;
  readonly #segments: readonly Segment[];
  readonly #matches: RankedRows;
  readonly #shownCount: number;
  #shown: readonly string[];

  /** The rows may stand in any order among those of their rank; of them `shownCount` are answered with. */
  constructor(term: Uint8Array, segments: readonly Segment[], matches: RankedRows, shownCount: number) {
    this.#term = term;
    this.#segments = segments;
    this.#matches = matches;
    this.#shownCount = shownCount;
    this.#shown = this.#symbols();
  }

  get count(): number {
    return this.#matches.count;
  }

  /** Whether these bytes are the term. */
  isOf(bytes: Uint8Array, size: number): boolean {
    const term = this.#term;
    if (term.length !== size) return false;
    for (let i = 0; i < size; i += 1) if (term[i] !== bytes[i]) return false;
    return true;
  }

  /** The symbols in today's order, the best first. */
  symbols(): readonly string[] {
    const { owners, rows, count } = this.#matches;
    const segments = this.#segments;
    let isAsBefore = true;
    for (let place = 0; place < count; place += 1) {
      const segment = segments[owners[place] as number] as Segment;
      values[place] = segment.values[rows[place] as number] as number;
      if (place > 0 && this.#isBetter(place, place - 1)) {
        this.#moveUp(place);
        isAsBefore = false;
      }
    }
    if (!isAsBefore) this.#shown = this.#symbols();
    return this.#shown;
  }

  /** Moves what stands at a place in front of all that it is better than; a trade moves few. */
  #moveUp(from: number): void {
    for (let place = from; place > 0 && this.#isBetter(place, place - 1); place -= 1) this.#swap(place);
  }

  #swap(place: number): void {
    const { owners, rows } = this.#matches;
    for (const list of [owners, rows, values]) {
      const moved = list[place] as number;
      list[place] = list[place - 1] as number;
      list[place - 1] = moved;
    }
  }

  #isBetter(place: number, other: number): boolean {
    const { owners, rows, ranks } = this.#matches;
    if (ranks[place] !== ranks[other]) return false;
    const difference = (values[place] as number) - (values[other] as number);
    if (difference !== 0) return difference > 0;
    const [owner, otherOwner] = [owners[place] as number, owners[other] as number];
    const [row, otherRow] = [rows[place] as number, rows[other] as number];
    if (owner === otherOwner) return row < otherRow;
    return (
      compareSymbols(this.#segments[owner] as Segment, row, this.#segments[otherOwner] as Segment, otherRow) <
      0
    );
  }

  #symbols(): string[] {
    const { owners, rows } = this.#matches;
    return Array.from({ length: this.#shownCount }, (_, place) => {
      return (this.#segments[owners[place] as number] as Segment).symbols[rows[place] as number] as string;
    });
  }
}
