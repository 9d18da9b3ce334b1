import { makeTextFolder, type TextFolder } from "./make-text-folder.ts";
import { type MatchRank, matchRanks } from "./match-rank.ts";
import { cleanValue, joinRows, rowTexts, type SearchEntry } from "./row-texts.ts";
import { searchTerm } from "./search-term.ts";
import { type Segment, segment, segmentBytes } from "./segment.ts";
import { SegmentSearch } from "./segment-search.ts";
import { rowOfSymbol } from "./symbol-slots.ts";
import { TopList } from "./top-list.ts";
import { setTreeValue } from "./value-tree.ts";

/** The most that one search answers with. */
export const searchHitsMax = 50;

/** An instrument that was found, and how well it matches. */
export type SearchHit = { readonly symbol: string; readonly rank: MatchRank };

/** Finds instruments by symbol, ticker code and company name, without regard to case and accents. */
export type SearchIndex = {
  /** The best matches, the best first; as many as asked for, and `searchHitsMax` at most. */
  readonly search: (term: string, limit?: number) => SearchHit[];
  /** Adds an instrument, or replaces the one with its symbol; a value that is left out stays as it is. */
  readonly put: (entry: SearchEntry) => void;
  /** Removes an instrument; false where there is none. */
  readonly remove: (symbol: string) => boolean;
  /** Says what an instrument has traded so far; false where there is none. */
  readonly setTradedValue: (symbol: string, value: number) => boolean;
  /** How many instruments there are. */
  readonly size: number;
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
  return new SegmentedIndex(entries, makeTextFolder());
}

/**
 * Segments, the large and old ones first. What is new comes as a segment of one, and segments of about one size become
 * one: so a change costs what a few dozen instruments cost, and a search meets few segments.
 */
class SegmentedIndex implements SearchIndex {
  readonly #fold: TextFolder;
  #segments: Segment[];
  readonly #search = new SegmentSearch();
  readonly #top = new TopList(searchHitsMax);

  constructor(entries: Iterable<SearchEntry>, fold: TextFolder) {
    this.#fold = fold;
    const rows = rowTexts(entries, fold);
    this.#segments = rows.symbols.length > 0 ? [segment(rows)] : [];
  }

  get size(): number {
    return this.#segments.reduce((sum, { liveCount }) => sum + liveCount, 0);
  }

  get byteCount(): number {
    return this.#segments.reduce((sum, each) => sum + segmentBytes(each), 0);
  }

  search(text: string, limit: number = searchHitsMax): SearchHit[] {
    const hits: SearchHit[] = [];
    const term = searchTerm(text, this.#fold);
    const hitsMax = Math.min(Math.floor(limit), searchHitsMax);
    if (term === undefined || !(hitsMax > 0)) return hits;
    const top = this.#top;
    top.reset(hitsMax, this.#segments);
    try {
      for (let place = 0; place < matchRanks.length && hits.length < hitsMax; place += 1) {
        const rank = matchRanks[place] as MatchRank;
        for (let owner = 0; owner < this.#segments.length; owner += 1) {
          top.turnTo(owner);
          this.#search.collect(this.#segments[owner] as Segment, term, place, top);
        }
        for (let i = top.settledCount; i < top.count; i += 1) hits.push({ symbol: top.symbolAt(i), rank });
        top.settle();
      }
    } finally {
      // What stayed marked as taken would be found by nobody again.
      top.release();
    }
    return hits;
  }

  put(entry: SearchEntry): void {
    const value = entry.tradedValue ?? this.#end(entry.symbol) ?? 0;
    this.#end(entry.symbol);
    this.#segments.push(segment(rowTexts([{ ...entry, tradedValue: value }], this.#fold)));
    this.#join();
  }

  remove(symbol: string): boolean {
    const isThere = this.#end(symbol) !== undefined;
    this.#join();
    return isThere;
  }

  setTradedValue(symbol: string, value: number): boolean {
    const found = this.#find(symbol);
    if (found === undefined) return false;
    setTreeValue(found.segment.tree, found.row, cleanValue(value));
    return true;
  }

  /** Ends the row of an instrument, and gives the value that it had. */
  #end(symbol: string): number | undefined {
    const found = this.#find(symbol);
    if (found === undefined) return undefined;
    const value = found.segment.values[found.row] as number;
    setTreeValue(found.segment.tree, found.row, -1);
    found.segment.liveCount -= 1;
    return value;
  }

  #find(symbol: string): { readonly segment: Segment; readonly row: number } | undefined {
    for (const each of this.#segments) {
      const row = rowOfSymbol(each.slots, each.symbols, symbol);
      if (row >= 0 && (each.values[row] as number) >= 0) return { segment: each, row };
    }
    return undefined;
  }

  /** Makes one of segments of about one size, and sweeps where most rows are gone. */
  #join(): void {
    this.#segments = this.#segments.filter(({ liveCount }) => liveCount > 0);
    for (const [i, each] of this.#segments.entries()) {
      if (2 * each.liveCount < each.symbols.length) this.#segments[i] = segment(joinRows([each]));
    }
    for (;;) {
      const last = this.#segments.at(-1);
      const former = this.#segments.at(-2);
      if (last === undefined || former === undefined || former.liveCount > 2 * last.liveCount) return;
      this.#segments.splice(-2, 2, segment(joinRows([former, last])));
    }
  }
}
