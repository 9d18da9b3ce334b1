import { pairCount, pairOf } from "./byte-pairs.ts";
import type { SearchHit } from "./create-search-index.ts";
import { spaceByte } from "./make-text-folder.ts";
import { slipHitsMax } from "./match-rank.ts";
import type { SearchTerm } from "./search-term.ts";
import type { Segment } from "./segment.ts";
import type { TopList } from "./top-list.ts";

/** As many answers are kept at least; twice as many at most. */
const answersMin = 2_048;

/** How it is known that an answer still stands. */
type Answer = {
  readonly hits: readonly SearchHit[];
  /** The rows of an answer that has all that match: only their own values matter. */
  readonly rows: readonly { readonly segment: Segment; readonly row: number; readonly value: number }[];
  /** Otherwise whose count must be what it was: that of two bytes which every match has, or of all changes. */
  readonly pair: number;
  readonly count: number;
};

const byRows = -2;
const byAll = -1;

/**
 * Answers of before, each for as long as nothing that could change it has changed. What matches a term has every two
 * bytes of it that stand side by side, so changes of values are counted by the pairs of bytes of the row that they are
 * of, and an answer stands while those of one pair of its term have not been counted further. A slip has no such pair:
 * where slips are all there, their own values tell, and where some found no room, any change ends the answer.
 */
export class AnswerCache {
  #young: Map<string, Answer> = new Map();
  #old: Map<string, Answer> = new Map();
  readonly #counts: Float64Array = new Float64Array(pairCount);
  #changeCount = 0;

  /** The answer to a term as it was typed, if it is known and still stands. */
  find(text: string): readonly SearchHit[] | undefined {
    const young = this.#young.get(text);
    const answer = young ?? this.#old.get(text);
    if (answer === undefined || !this.#stands(answer)) return undefined;
    if (young === undefined) this.#add(text, answer);
    return answer.hits;
  }

  /** Keeps an answer that was just found, of which the list still tells the rows. */
  keep(text: string, term: SearchTerm, hits: readonly SearchHit[], top: TopList): void {
    const isWhole = hits.length < slipHitsMax;
    const hasSlips = hits.at(-1)?.rank.endsWith("-slip") === true;
    const pair = isWhole ? byRows : hasSlips ? byAll : this.#quietPair(term);
    const rows = isWhole ? hits.map((_, place) => top.rowAt(place)) : [];
    this.#add(text, { hits, rows, pair, count: this.#countOf(pair) });
  }

  /** Counts a change of a row's value. */
  note({ text, starts }: Segment, row: number): void {
    const counts = this.#counts;
    const end = (starts[row + 1] as number) - 1;
    this.#changeCount += 1;
    for (let place = starts[row] as number; place < end; place += 1) {
      const pair = pairOf(text[place] as number, text[place + 1] as number);
      counts[pair] = (counts[pair] as number) + 1;
    }
  }

  /** Forgets everything, as when rows have come or gone. */
  clear(): void {
    if (this.#young.size > 0) this.#young = new Map();
    if (this.#old.size > 0) this.#old = new Map();
  }

  #stands({ rows, pair, count }: Answer): boolean {
    if (pair !== byRows) return this.#countOf(pair) === count;
    for (const { segment, row, value } of rows) if (segment.values[row] !== value) return false;
    return true;
  }

  #add(text: string, answer: Answer): void {
    this.#young.set(text, answer);
    if (this.#young.size < answersMin) return;
    this.#old = this.#young;
    this.#young = new Map();
  }

  #countOf(pair: number): number {
    return pair < 0 ? this.#changeCount : (this.#counts[pair] as number);
  }

  /** The pair of a term's bytes of which the fewest changes were counted; no space is part of it. */
  #quietPair({ bytes, size }: SearchTerm): number {
    let quiet = byAll;
    for (let place = 0; place + 1 < size; place += 1) {
      if (bytes[place] === spaceByte || bytes[place + 1] === spaceByte) continue;
      const pair = pairOf(bytes[place] as number, bytes[place + 1] as number);
      if (quiet === byAll || this.#countOf(pair) < this.#countOf(quiet)) quiet = pair;
    }
    return quiet;
  }
}
