import { followValue } from "./best-of-segment.ts";
import type { ByteText } from "./byte-text.ts";
import { KnownMatches } from "./known-matches.ts";
import { makeSegment } from "./make-segment.ts";
import { makeTextFolder, type TextFolder } from "./make-text-folder.ts";
import { type MatchRank, matchRanks, rankPlaces, slipHitsMax } from "./match-rank.ts";
import { MatchSet, matchesMax } from "./match-set.ts";
import { cleanValue, joinRows, type RowTexts, rowTexts, type SearchEntry } from "./row-texts.ts";
import type { SearchHit } from "./search-hit.ts";
import { type SearchTerm, searchTerm } from "./search-term.ts";
import { type Segment, segmentBytes } from "./segment.ts";
import { SegmentSearch } from "./segment-search.ts";
import { inStretches, type Steps, stepSizeMax, takeSteps } from "./steps.ts";
import { rowOfSymbol } from "./symbol-slots.ts";
import { TopList } from "./top-list.ts";

/** The most that one search answers with. */
export const searchHitsMax = 50;

/** Finds instruments by symbol, ticker code and company name, without regard to case and accents. */
export type SearchIndex = {
  /** The best matches, the best first; as many as asked for, and `searchHitsMax` at most. */
  readonly search: (term: string, limit?: number) => readonly SearchHit[];
  /** The symbols of the best `searchHitsMax`, for whoever does not ask how well they match. */
  readonly symbolsOf: (term: string) => readonly string[];
  /** Adds an instrument, or replaces the one with its symbol; a value that is left out stays as it is. */
  readonly put: (entry: SearchEntry) => void;
  /** Removes an instrument; false where there is none. */
  readonly remove: (symbol: string) => boolean;
  /** Says what an instrument has traded so far; false where there is none. */
  readonly setTradedValue: (symbol: string, value: number) => boolean;
  /** How many instruments there are. */
  readonly size: number;
  /**
   * Does many such changes a step at a time; searches and values may come in between, and other changes only when this one
   * is done. What is left out of an entry stays as it is.
   */
  readonly change: (entries: Iterable<SearchEntry>, gone: Iterable<string>) => Steps<void>;
  /** The memory that the index takes; the symbols themselves are the caller's. */
  readonly byteCount: number;
};

/**
 * Builds an index; it is ready when this returns.
 *
 * ```ts
 * const index = createSearchIndex([{ symbol: "HPG", companyName: "CTCP Tập đoàn Hòa Phát" }]);
 * index.search("hoa phat"); // [{ symbol: "HPG", rank: "word-prefix" }]
 * ```
 */
export function createSearchIndex(entries: Iterable<SearchEntry>): SearchIndex {
  return takeSteps(buildSearchIndex(entries));
}

/**
 * Builds an index a step at a time; each step tells how much it has looked at, and takes milliseconds at most. Entries that
 * are no array are best told with how many they are.
 */
export function* buildSearchIndex(
  entries: Iterable<SearchEntry>,
  countExpected?: number,
): Steps<SearchIndex> {
  const fold = makeTextFolder();
  const rows = yield* rowTexts(entries, fold, countExpected);
  return new SegmentedIndex(rows.symbols.length > 0 ? [yield* makeSegment(rows)] : [], fold);
}

/** Beside a row that moves, its value in every list does. */
const placesPerMove = 64;
const movesInStep = stepSizeMax / placesPerMove;

/**
 * Segments, the large and old ones first. What is new comes as a segment of its own, and segments of about one size become
 * one: so a change costs what a few dozen instruments cost, and a search meets few segments. A segment is made with rows
 * that are gone, and an instrument moves at one stroke from its old row to its new one, so that every search between two
 * steps finds it once.
 */
class SegmentedIndex implements SearchIndex {
  readonly #fold: TextFolder;
  #segments: readonly Segment[];
  readonly #search = new SegmentSearch();
  readonly #top = new TopList(searchHitsMax);
  /** Has room for all that a set may have, and for one more, which shows that it has too many. */
  readonly #wide = new TopList(matchesMax + 1);
  readonly #known = new KnownMatches();
  /** How many had been found by the end of each rank. */
  readonly #countsByRank = new Int32Array(matchRanks.length);
  readonly #text: ByteText = { bytes: new Uint8Array(512), size: 0 };

  constructor(segments: readonly Segment[], fold: TextFolder) {
    this.#segments = segments;
    this.#fold = fold;
  }

  get size(): number {
    return this.#segments.reduce((sum, { liveCount }) => sum + liveCount, 0);
  }

  get byteCount(): number {
    return this.#segments.reduce((sum, each) => sum + segmentBytes(each), this.#known.byteCount);
  }

  search(text: string, limit: number = searchHitsMax): readonly SearchHit[] {
    const hitsMax = Math.min(Math.floor(limit), searchHitsMax);
    const term = hitsMax > 0 ? this.#termOf(text) : undefined;
    if (term === undefined) return [];
    this.#find(term, this.#top, hitsMax, slipHitsMax);
    const ends = this.#countsByRank;
    return this.#top.symbols().map((symbol, place) => {
      return { symbol, rank: matchRanks[ends.findIndex((end) => place < end)] as MatchRank };
    });
  }

  symbolsOf(text: string): readonly string[] {
    const term = this.#termOf(text);
    if (term === undefined) return [];
    const known = this.#known.find(term.bytes, term.size);
    if (known instanceof MatchSet) return known.symbols();
    this.#find(term, this.#top, searchHitsMax, slipHitsMax);
    const symbols = this.#top.symbols();
    if (known !== undefined) this.#known.keep(term.bytes, term.size, this.#matchesOf(term));
    return symbols;
  }

  #termOf(text: string): SearchTerm | undefined {
    return searchTerm(text, this.#fold, this.#text);
  }

  /** Everything that matches a term of which the best have just been found, where it is little enough. */
  #matchesOf(term: SearchTerm): MatchSet | undefined {
    const shownCount = this.#top.settledCount;
    if (shownCount === searchHitsMax) return undefined;
    let top = this.#top;
    const writtenCount = this.#countsByRank[rankPlaces.wordParts] as number;
    // Of slips there may be more than had room.
    if (shownCount === slipHitsMax && writtenCount < slipHitsMax) {
      top = this.#wide;
      this.#find(term, top, matchesMax + 1, matchesMax + 1);
      if (top.settledCount > matchesMax) return undefined;
    }
    const matches = top.ranked(this.#countsByRank);
    return new MatchSet(term.bytes.slice(0, term.size), this.#segments, matches, shownCount);
  }

  /** Lists the best matches, and counts how many there are by the end of each rank. */
  #find(term: SearchTerm, top: TopList, hitsMax: number, slipsMax: number): void {
    const counts = this.#countsByRank;
    top.reset(hitsMax, this.#segments);
    try {
      for (let place = 0; place < matchRanks.length && top.hasRoom; place += 1) {
        if (place === rankPlaces.symbolSlip) top.narrow(slipsMax);
        if (top.hasRoom) this.#collect(term, place, top);
        counts[place] = top.settledCount;
      }
    } finally {
      // What stayed marked as taken would be found by nobody again.
      top.release();
    }
  }

  put(entry: SearchEntry): void {
    takeSteps(this.change([entry], []));
  }

  remove(symbol: string): boolean {
    const isThere = this.#locate(symbol) !== undefined;
    takeSteps(this.change([], [symbol]));
    return isThere;
  }

  *change(entries: Iterable<SearchEntry>, gone: Iterable<string>): Steps<void> {
    let count = 0;
    for (const symbol of gone) {
      this.#end(symbol);
      if (++count % movesInStep === 0) yield stepSizeMax;
    }
    const values = new Map<string, number>();
    const rows = yield* rowTexts(noteValues(entries, values), this.#fold);
    if (rows.symbols.length > 0) yield* this.#moveInto(rows, [], values);
    yield* this.#join();
  }

  setTradedValue(symbol: string, value: number): boolean {
    const found = this.#locate(symbol);
    if (found === undefined) return false;
    const cleaned = cleanValue(value);
    if (found.segment.values[found.row] === cleaned) return true;
    setRowValue(found.segment, found.row, cleaned);
    return true;
  }

  #collect(term: SearchTerm, place: number, top: TopList): void {
    for (let owner = 0; owner < this.#segments.length; owner += 1) {
      top.turnTo(owner);
      this.#search.collect(this.#segments[owner] as Segment, term, place, top);
    }
    top.settle();
  }

  /** Makes a segment of rows in place of others, and moves every instrument there. */
  *#moveInto(rows: RowTexts, replaced: readonly Segment[], values: ReadonlyMap<string, number>): Steps<void> {
    rows.values.fill(-1);
    const made = yield* makeSegment(rows);
    const last = this.#segments.findLastIndex((each) => replaced.includes(each));
    const place = last < 0 ? this.#segments.length : last + 1;
    this.#segments = this.#segments.toSpliced(place, 0, made);
    const move = (from: number, to: number) => {
      for (let row = from; row < to; row += 1) {
        const symbol = rows.symbols[row] as string;
        const former = this.#end(symbol);
        // What was put together from other segments may be gone by now, and what is put anew is there in any case.
        const value = values.get(symbol) ?? former ?? (replaced.length === 0 ? 0 : -1);
        if (value < 0) continue;
        this.#known.forget();
        made.liveCount += 1;
        setRowValue(made, row, value);
      }
    };
    yield* inStretches(rows.symbols.length, move, placesPerMove);
  }

  /** Ends the row of an instrument, and gives the value that it had. */
  #end(symbol: string): number | undefined {
    const found = this.#locate(symbol);
    if (found === undefined) return undefined;
    const value = found.segment.values[found.row] as number;
    this.#known.forget();
    setRowValue(found.segment, found.row, -1);
    found.segment.liveCount -= 1;
    return value;
  }

  #locate(symbol: string): { readonly segment: Segment; readonly row: number } | undefined {
    for (const each of this.#segments) {
      const row = rowOfSymbol(each.slots, each.symbols, symbol);
      if (row >= 0 && (each.values[row] as number) >= 0) return { segment: each, row };
    }
    return undefined;
  }

  /** Makes one of segments of about one size, and sweeps where most rows are gone. */
  *#join(): Steps<void> {
    for (;;) {
      this.#segments = this.#segments.filter(({ liveCount }) => liveCount > 0);
      const next = this.#whatToJoin();
      if (next.length === 0) return;
      yield* this.#moveInto(yield* joinRows(next), next, new Map());
    }
  }

  #whatToJoin(): readonly Segment[] {
    const hollow = this.#segments.find(({ liveCount, symbols }) => 2 * liveCount < symbols.length);
    if (hollow !== undefined) return [hollow];
    const [former, last] = this.#segments.slice(-2);
    if (former === undefined || last === undefined) return [];
    return former.liveCount > 2 * last.liveCount ? [] : [former, last];
  }
}

function* noteValues(
  entries: Iterable<SearchEntry>,
  values: Map<string, number>,
): Generator<SearchEntry, void> {
  for (const entry of entries) {
    // Of two with the same symbol the later one is kept, with its value or without one.
    values.delete(entry.symbol);
    if (entry.tradedValue !== undefined) values.set(entry.symbol, cleanValue(entry.tradedValue));
    yield entry;
  }
}

function setRowValue(of: Segment, row: number, value: number): void {
  followValue(of, row, value);
  of.values[row] = value;
}
