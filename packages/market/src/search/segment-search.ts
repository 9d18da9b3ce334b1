import { findRange, type Range } from "./find-range.ts";
import { IntList } from "./int-list.ts";
import { endByte } from "./make-text-folder.ts";
import { rankPlaces } from "./match-rank.ts";
import {
  anywherePart,
  beginningPart,
  beginningWordPart,
  codePart,
  countRows,
  gatherRows,
  type Part,
  singleWordsPart,
} from "./part.ts";
import { listPhraseRows, mayStand, type Phrase, phraseFromWithin, phraseFromWord } from "./phrase.ts";
import { rankOfPlace } from "./place-ranks.ts";
import { rankRow } from "./rank-row.ts";
import { RowWalk } from "./row-walk.ts";
import type { SearchTerm } from "./search-term.ts";
import type { Segment } from "./segment.ts";
import { SlipSearch } from "./slip-search.ts";
import type { TopList } from "./top-list.ts";

/** So few rows are looked at one by one sooner than anything else helps. */
const fewRowsMax = 512;
/** Reading the text of a row takes as long as looking at so many listed rows. */
const textCost = 20;
/** Meeting a row on a walk takes as long as looking at the value of so many listed rows. */
const stepCost = 100;

/**
 * Finds the best rows of a rank in a segment, when every row of a better rank is already taken. Its lists are kept
 * from search to search.
 */
export class SegmentSearch {
  #rows: IntList = new IntList();
  #others: IntList = new IntList();
  readonly #words = new IntList();
  readonly #walk = new RowWalk();
  readonly #slips = new SlipSearch();
  #lastSegment: Segment | undefined = undefined;
  #lastTerm: SearchTerm | undefined = undefined;
  #lastSymbols: Range = { from: 0, to: 0 };
  #marks: Uint32Array = new Uint32Array(0);

  collect(segment: Segment, term: SearchTerm, rank: number, top: TopList): void {
    if (rank === rankPlaces.exactSymbol) this.#collectSymbols(segment, term, top);
    else if (rank === rankPlaces.exactTicker) this.#collectTickers(segment, term, top);
    else if (rank === rankPlaces.symbolPrefix) this.#collectPrefixes(segment, term, rank, top);
    else if (rank === rankPlaces.symbolSlip) this.#collectSymbolSlips(segment, term, top);
    else if (rank === rankPlaces.wordSlip) this.#collectWordSlips(segment, term, rank, top);
    else if (term.words.length === 1) this.#collectWord(segment, term, rank, top);
    else if (rank === rankPlaces.wordPrefix || rank === rankPlaces.substring) {
      this.#collectPhrase(segment, term, rank, top);
    } else if (term.pieces.length > 1) {
      const find = rank === rankPlaces.wordStarts ? beginningPart : anywherePart;
      const parts = term.pieces.map((piece) => find(segment, term, piece));
      this.#collectParts(segment, term, rank, parts, top);
    }
  }

  #collectSymbols(segment: Segment, term: SearchTerm, top: TopList): void {
    const { text, starts } = segment;
    const { from, to } = this.#findSymbols(segment, term);
    this.#rows.count = 0;
    for (let row = from; row < to && text[(starts[row] as number) + term.size] === endByte; row += 1) {
      this.#rows.push(row);
    }
    this.#offerRows(segment, top);
  }

  /** Two ranks ask for the same rows one after the other. */
  #findSymbols(segment: Segment, term: SearchTerm): Range {
    if (this.#lastSegment !== segment || this.#lastTerm !== term) {
      this.#lastSegment = segment;
      this.#lastTerm = term;
      this.#lastSymbols = findRange(segment.symbolStarts, term.bytes, 0, term.size);
    }
    return this.#lastSymbols;
  }

  #collectTickers(segment: Segment, term: SearchTerm, top: TopList): void {
    const { text, ranks, tickerStarts } = segment;
    const { places } = tickerStarts;
    const { from, to } = findRange(tickerStarts, term.bytes, 0, term.size);
    this.#rows.count = 0;
    for (let i = from; i < to && text[(places[i] as number) + term.size] === endByte; i += 1) {
      this.#rows.push(rankOfPlace(ranks, places[i] as number));
    }
    this.#offerRows(segment, top);
  }

  #collectPrefixes(segment: Segment, term: SearchTerm, rank: number, top: TopList): void {
    const { from, to } = this.#findSymbols(segment, term);
    if (to - from > fewRowsMax) {
      this.#walkRows(segment, term, rank, from, to, Number.POSITIVE_INFINITY, top);
      return;
    }
    this.#rows.count = 0;
    for (let row = from; row < to; row += 1) this.#rows.push(row);
    this.#offerRows(segment, top);
  }

  #collectSymbolSlips(segment: Segment, term: SearchTerm, top: TopList): void {
    this.#slips.listSymbols(segment, term, this.#rows);
    this.#offerRows(segment, top);
  }

  #collectWordSlips(segment: Segment, term: SearchTerm, rank: number, top: TopList): void {
    for (const piece of term.pieces) {
      this.#slips.listWords(segment, term, piece, this.#words);
      if (this.#words.count === 0) continue;
      const words = this.#words.toArray();
      if (term.pieces.length === 1) {
        this.#collectPart(segment, term, rank, singleWordsPart(words), top);
        return;
      }
      const others = term.pieces.filter((other) => other !== piece);
      const parts = others.map((other) => anywherePart(segment, term, other));
      this.#collectParts(segment, term, rank, [singleWordsPart(words), ...parts], top);
    }
  }

  #collectWord(segment: Segment, term: SearchTerm, rank: number, top: TopList): void {
    const whole = { from: 0, to: term.size };
    if (rank === rankPlaces.wordPrefix) {
      this.#collectPart(segment, term, rank, beginningWordPart(segment, term, whole), top);
    } else if (rank === rankPlaces.substring) {
      this.#collectPart(segment, term, rank, anywherePart(segment, term, whole), top);
    }
  }

  #collectPhrase(segment: Segment, term: SearchTerm, rank: number, top: TopList): void {
    let phrase: Phrase | undefined;
    if (rank === rankPlaces.wordPrefix) phrase = phraseFromWord(segment, term);
    else {
      const code = codePart(segment, term, { from: 0, to: term.size });
      this.#collectPart(segment, term, rank, code, top);
      phrase = phraseFromWithin(segment, term);
    }
    if (phrase === undefined || phrase.count === 0 || !mayStand(segment, phrase)) return;
    if (this.#walkBroadly(segment, term, rank, phrase.count, top)) return;
    listPhraseRows(segment, phrase, this.#rows);
    this.#offerFound(segment, term, rank, term.isPlain, top);
  }

  /** Takes the best of the rows that have the part. */
  #collectPart(segment: Segment, term: SearchTerm, rank: number, part: Part, top: TopList): void {
    const count = countRows(segment, part);
    if (count === 0 || this.#walkBroadly(segment, term, rank, count, top)) return;
    gatherRows(segment, part, this.#rows);
    this.#offerRows(segment, top);
  }

  /** Takes the best of the rows that have all parts. */
  #collectParts(
    segment: Segment,
    term: SearchTerm,
    rank: number,
    parts: readonly Part[],
    top: TopList,
  ): void {
    const counts = parts.map((part) => countRows(segment, part));
    const count = Math.min(...counts);
    if (count === 0 || this.#walkBroadly(segment, term, rank, count, top)) return;
    const rarest = counts.indexOf(count);
    gatherRows(segment, parts[rarest] as Part, this.#rows);
    let haveAll = true;
    for (const [i, part] of parts.entries()) {
      if (i === rarest || this.#rows.count === 0) continue;
      const isWorthIt = (counts[i] as number) < textCost * this.#rows.count;
      if (isWorthIt) this.#narrowRows(segment, part);
      else haveAll = false;
    }
    this.#offerFound(segment, term, rank, haveAll && term.isPlain, top);
  }

  /** Leaves the listed rows that have another part too, each of them once. */
  #narrowRows(segment: Segment, part: Part): void {
    const rows = this.#rows;
    const others = this.#others;
    gatherRows(segment, part, others);
    const markCount = (segment.symbols.length >>> 5) + 1;
    if (this.#marks.length < markCount) this.#marks = new Uint32Array(markCount);
    const marks = this.#marks;
    const found = rows.values;
    for (let i = 0; i < rows.count; i += 1) setMark(marks, found[i] as number);
    let kept = 0;
    for (let i = 0; i < others.count; i += 1) {
      const row = others.values[i] as number;
      if (!clearMark(marks, row)) continue;
      others.values[kept] = row;
      kept += 1;
    }
    for (let i = 0; i < rows.count; i += 1) clearMark(marks, found[i] as number);
    others.count = kept;
    this.#rows = others;
    this.#others = rows;
  }

  /** Walks all rows by value where so many match that the best are soon met; false where they are not. */
  #walkBroadly(segment: Segment, term: SearchTerm, rank: number, count: number, top: TopList): boolean {
    const rowCount = segment.symbols.length;
    if (count <= fewRowsMax || count * count < stepCost * top.neededCount * rowCount) return false;
    const stepsMax = count >> (term.words.length > 1 ? 7 : 5);
    return this.#walkRows(segment, term, rank, 0, rowCount, stepsMax, top);
  }

  #walkRows(
    segment: Segment,
    term: SearchTerm,
    rank: number,
    from: number,
    to: number,
    stepsMax: number,
    top: TopList,
  ): boolean {
    const { text, starts, taken } = segment;
    return this.#walk.run(segment.tree, from, to, stepsMax, (row, value) => {
      if (!top.canTake(row, value)) return false;
      const start = starts[row] as number;
      if (taken[row] === 0 && rankRow(text, start, starts[row + 1] as number, term) === rank) {
        top.take(row, value);
      }
      return true;
    });
  }

  /** Takes the best rows found; their texts need not be read where each of them has this rank or is taken. */
  #offerFound(segment: Segment, term: SearchTerm, rank: number, isSure: boolean, top: TopList): void {
    if (isSure) this.#offerRows(segment, top);
    else this.#offerRanked(segment, term, rank, top);
  }

  #offerRows({ values, taken }: Segment, top: TopList): void {
    const { values: rows, count } = this.#rows;
    let least = top.valueLeast;
    for (let i = 0; i < count; i += 1) {
      const row = rows[i] as number;
      const value = values[row] as number;
      if (value < least || taken[row] === 1 || !top.canTake(row, value)) continue;
      top.take(row, value);
      least = top.valueLeast;
    }
  }

  #offerRanked(segment: Segment, term: SearchTerm, rank: number, top: TopList): void {
    const { text, starts } = segment;
    const { values, count } = this.#rows;
    for (let i = 0; i < count; i += 1) {
      const row = values[i] as number;
      const value = segment.values[row] as number;
      if (value < top.valueLeast || segment.taken[row] === 1 || !top.canTake(row, value)) continue;
      const found = rankRow(text, starts[row] as number, starts[row + 1] as number, term);
      if (found === rank) top.take(row, value);
    }
  }
}

function setMark(marks: Uint32Array, row: number): void {
  marks[row >>> 5] = (marks[row >>> 5] as number) | (1 << (row & 31));
}

/** Takes a mark away, and says whether there was one. */
function clearMark(marks: Uint32Array, row: number): boolean {
  const bits = marks[row >>> 5] as number;
  const bit = 1 << (row & 31);
  if ((bits & bit) === 0) return false;
  marks[row >>> 5] = bits & ~bit;
  return true;
}
