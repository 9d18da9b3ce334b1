import { foldText } from "./fold-text.ts";
import {
  contains,
  joinNames,
  type MatchRank,
  matchRanks,
  rankPieces,
  rankPlaces,
  rankWhole,
  type SearchFields,
  wordsOf,
} from "./match-rank.ts";
import { beginning, type Entry, Vocabulary } from "./vocabulary.ts";

/** The most that one search answers with. */
export const searchHitsMax = 50;

/** Typing errors fill up the first ten hits; an answer that has ten without them shows none. */
export const slipHitsMax = 10;

const characterCountMax = 100;
/** A letter with two marks is three units in decomposed text. */
const unitCountMax = 4 * characterCountMax;

/** An instrument as a search finds it. */
export type SearchEntry = {
  readonly symbol: string;
  readonly tickerCode?: string | undefined;
  readonly companyName: string;
  /** Other names, searched as the company name is. */
  readonly aliases?: readonly string[] | undefined;
  /** What it has traded today: of equal matches the more traded one comes first. */
  readonly tradedValue?: number | undefined;
};

/** A match, and how good it is. */
export type SearchHit = { readonly symbol: string; readonly rank: MatchRank };

/** An instrument in the index. */
type Row = SearchFields & {
  /** The symbol as it is listed. */
  readonly listed: string;
  readonly words: readonly string[];
};

/**
 * Finds instruments by symbol, ticker code, company name and alias, without regard to case and accents.
 *
 * ```ts
 * const index = new SearchIndex([{ symbol: "HPG", companyName: "CTCP Tập đoàn Hòa Phát" }]);
 * index.search("hoa phat"); // [{ symbol: "HPG", rank: "word-prefix" }]
 * ```
 */
export class SearchIndex {
  readonly #numbers = new Map<string, number>();
  readonly #rows: Row[] = [];
  /** By row; apart from the texts, since searches compare thousands of them. */
  readonly #values: number[] = [];
  readonly #freeNumbers: number[] = [];
  readonly #symbols = new Vocabulary();
  readonly #tickers = new Vocabulary();
  readonly #words = new Vocabulary();

  constructor(entries: Iterable<SearchEntry> = []) {
    for (const entry of entries) this.put(entry);
  }

  /** How many instruments there are. */
  get size(): number {
    return this.#numbers.size;
  }

  /** Adds an instrument, or replaces the one with its symbol; a value that is left out stays as it is. */
  put({ symbol, tickerCode = "", companyName, aliases = [], tradedValue }: SearchEntry): void {
    const former = this.#numbers.get(symbol);
    const value = tradedValue ?? (former === undefined ? 0 : (this.#values[former] as number));
    this.remove(symbol);
    const number = this.#freeNumbers.pop() ?? this.#rows.length;
    const names = joinNames([companyName, ...aliases].map(foldText));
    const words = [...new Set(wordsOf(names))];
    const row = { listed: symbol, symbol: foldText(symbol), ticker: foldText(tickerCode), names, words };
    this.#numbers.set(symbol, number);
    this.#rows[number] = row;
    this.#values[number] = toComparable(value);
    this.#symbols.add(row.symbol, number);
    // A ticker code that says what the symbol says finds nothing more.
    if (row.ticker !== row.symbol && row.ticker !== "") this.#tickers.add(row.ticker, number);
    for (const word of words) this.#words.add(word, number);
  }

  /** Removes an instrument; false where there is none. */
  remove(symbol: string): boolean {
    const number = this.#numbers.get(symbol);
    if (number === undefined) return false;
    const row = this.#rows[number] as Row;
    this.#symbols.remove(row.symbol, number);
    this.#tickers.remove(row.ticker, number);
    for (const word of row.words) this.#words.remove(word, number);
    this.#numbers.delete(symbol);
    this.#freeNumbers.push(number);
    return true;
  }

  /** Sets what an instrument has traded today; false where there is none. */
  setTradedValue(symbol: string, value: number): boolean {
    const number = this.#numbers.get(symbol);
    if (number !== undefined) this.#values[number] = toComparable(value);
    return number !== undefined;
  }

  /** The best matches, the best first; as many as asked for, and `searchHitsMax` at most. */
  search(text: string, limit: number = searchHitsMax): readonly SearchHit[] {
    const hitsMax = Math.min(Math.floor(limit), searchHitsMax);
    if (text.length > unitCountMax || !text.isWellFormed() || !(hitsMax > 0)) return [];
    const term = foldText(text);
    if (term === "" || [...term].length > characterCountMax) return [];
    const best = new BestRows(hitsMax, this.#rows, this.#values);
    this.#findMatches(term, best);
    if (best.narrow(slipHitsMax)) this.#findSlips(term, best);
    return best.hits();
  }

  /** Offers rows by their rank, the best first, since a row is taken once. */
  #findMatches(term: string, best: BestRows): void {
    best.offer(rankPlaces.exactSymbol, this.#symbols.rowsOf(term));
    best.offer(rankPlaces.exactTicker, this.#tickers.rowsOf(term));
    best.offerAll(rankPlaces.symbolPrefix, this.#symbols.with(beginning + term));
    if (best.isFull) return;
    const parts = wordsOf(term);
    if (parts.length > 1) this.#findJoined(term, parts, best);
    else best.offerAll(rankPlaces.wordPrefix, this.#words.with(beginning + term));
    if (parts.length === 1 && !best.isFull) best.offerAll(rankPlaces.substring, this.#entriesWith(term));
  }

  #findJoined(term: string, parts: readonly string[], best: BestRows): void {
    const pieces = term.split(" ");
    for (const number of this.#rowsWithAll(parts.map((part) => this.#entriesWith(part)))) {
      if (!best.mayTake(rankPlaces.wordPrefix, number)) continue;
      const row = this.#rows[number] as Row;
      let rank: number = rankWhole(row, term);
      if (rank === rankPlaces.none && best.mayTake(rankPlaces.wordStarts, number))
        rank = rankPieces(row, pieces);
      if (rank !== rankPlaces.none) best.take(rank, number);
    }
  }

  #findSlips(term: string, best: BestRows): void {
    if ([...term].length > 1) best.offerAll(rankPlaces.symbolSlip, this.#symbols.withOneSlip(term));
    const pieces = term.split(" ");
    for (const [place, piece] of pieces.entries()) {
      // Half of all shorter syllables are one error apart.
      if ([...piece].length < 3) continue;
      const others = pieces.toSpliced(place, 1);
      const lists = others.flatMap(wordsOf).map((part) => this.#entriesWith(part));
      for (const number of this.#rowsWithAll([this.#words.withOneSlip(piece), ...lists])) {
        if (!best.mayTake(rankPlaces.wordSlip, number)) continue;
        const row = this.#rows[number] as Row;
        if (others.every((other) => contains(row, other))) best.take(rankPlaces.wordSlip, number);
      }
    }
  }

  #entriesWith(part: string): readonly Entry[] {
    return [this.#words, this.#symbols, this.#tickers].flatMap((field) => field.with(part));
  }

  /** The rows that stand in each list, some of them twice. */
  #rowsWithAll(lists: readonly (readonly Entry[])[]): readonly number[] {
    const counted = lists.map((entries) => ({
      entries,
      rowCount: entries.reduce((sum, { rows }) => sum + rows.length, 0),
    }));
    const [least, ...others] = counted.sort((one, other) => one.rowCount - other.rowCount);
    let common: readonly number[] = least?.entries.flatMap(({ rows }) => rows) ?? [];
    for (const { entries } of others) {
      if (common.length === 0) break;
      const marks = new Uint8Array(this.#rows.length);
      for (const { rows } of entries) for (const number of rows) marks[number] = 1;
      common = common.filter((number) => marks[number] === 1);
    }
    return common;
  }
}

/** The best rows so far: by rank, then by traded value, then by symbol. */
class BestRows {
  #limit: number;
  readonly #rows: readonly Row[];
  readonly #values: readonly number[];
  readonly #numbers: number[] = [];
  readonly #ranks: number[] = [];

  constructor(limit: number, rows: readonly Row[], values: readonly number[]) {
    this.#limit = limit;
    this.#rows = rows;
    this.#values = values;
  }

  get isFull(): boolean {
    return this.#numbers.length >= this.#limit;
  }

  /** Lowers the limit; false where that leaves no room for more. */
  narrow(limit: number): boolean {
    this.#limit = Math.min(this.#limit, limit);
    return !this.isFull;
  }

  offerAll(rank: number, entries: readonly Entry[]): void {
    for (const { rows } of entries) this.offer(rank, rows);
  }

  offer(rank: number, numbers: readonly number[]): void {
    for (const number of numbers) if (this.mayTake(rank, number)) this.take(rank, number);
  }

  /** Whether a row that has a rank at best would have room. */
  mayTake(rank: number, number: number): boolean {
    if (this.isFull && !this.#isBefore(rank, number, this.#numbers.length - 1)) return false;
    return !this.#numbers.includes(number);
  }

  take(rank: number, number: number): void {
    let from = 0;
    let to = this.#numbers.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.#isBefore(rank, number, middle)) to = middle;
      else from = middle + 1;
    }
    this.#numbers.splice(from, 0, number);
    this.#ranks.splice(from, 0, rank);
    if (this.#numbers.length > this.#limit) {
      this.#numbers.pop();
      this.#ranks.pop();
    }
  }

  hits(): readonly SearchHit[] {
    return this.#numbers.map((number, place) => ({
      symbol: (this.#rows[number] as Row).listed,
      rank: matchRanks[this.#ranks[place] as number] as MatchRank,
    }));
  }

  #isBefore(rank: number, number: number, place: number): boolean {
    const otherRank = this.#ranks[place] as number;
    if (rank !== otherRank) return rank < otherRank;
    const other = this.#numbers[place] as number;
    const value = this.#values[number] as number;
    const otherValue = this.#values[other] as number;
    if (value !== otherValue) return value > otherValue;
    const { symbol, listed } = this.#rows[number] as Row;
    const otherRow = this.#rows[other] as Row;
    return symbol === otherRow.symbol ? listed < otherRow.listed : symbol < otherRow.symbol;
  }
}

/** A value that can be compared. */
function toComparable(value: number): number {
  return Number.isFinite(value) ? Math.max(0, value) : 0;
}
