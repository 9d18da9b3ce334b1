import { BestRows, levelOf, RowMarks } from "./best-rows.ts";
import { foldText } from "./fold-text.ts";
import {
  begins,
  contains,
  joinNames,
  type MatchRank,
  matchRanks,
  rankPlaces,
  rankWhole,
  type SearchFields,
  wordsOf,
} from "./match-rank.ts";
import { beginning, type Entry, Vocabulary } from "./vocabulary.ts";

/** The maximum number of hits of a search. */
export const searchHitsMax = 50;

/** Matches with a typing error are searched only if there are fewer than ten other hits, and fill up the first ten. */
export const typoHitsMax = 10;

const characterCountMax = 100;
/** In decomposed text a letter with two marks takes three units. */
const unitCountMax = 4 * characterCountMax;

/** Reading the texts of one row takes as long as marking this many rows. */
const readingCost = 32;

/** Lists of this length and more are ordered by traded value, so that a search can stop before their end. */
const longListMin = 64;

/** An instrument to be searched. */
export type SearchEntry = {
  readonly symbol: string;
  readonly tickerCode?: string | undefined;
  readonly companyName: string;
  /** Other names, searched like the company name. */
  readonly aliases?: readonly string[] | undefined;
  /** The traded value of today. Of equal matches the larger value comes first. */
  readonly tradedValue?: number | undefined;
};

/** A matching symbol and its rank. */
export type SearchHit = { readonly symbol: string; readonly rank: MatchRank };

/** An instrument in the index. */
type Row = SearchFields & {
  /** The symbol in its original spelling. */
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
  /** The traded values by row, separate from the texts, because searches compare thousands of them. */
  readonly #values: number[] = [];
  readonly #freeNumbers: number[] = [];
  readonly #symbols = new Vocabulary({ findsTypos: true });
  readonly #tickers = new Vocabulary({ findsTypos: false });
  readonly #words = new Vocabulary({ findsTypos: true });
  /** The spaces of names, symbols and ticker codes with the characters around them; see `jointsOf`. */
  readonly #joints = new Vocabulary({ findsTypos: false });

  readonly #taken = new RowMarks();
  readonly #marks = new RowMarks();

  constructor(entries: Iterable<SearchEntry> = []) {
    for (const entry of entries) this.put(entry);
  }

  /** The number of instruments. */
  get size(): number {
    return this.#numbers.size;
  }

  /** Adds an instrument, or replaces the one with its symbol. Without a traded value, the current one is kept. */
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
    // A ticker code that equals the symbol adds no matches.
    if (row.ticker !== row.symbol && row.ticker !== "") this.#tickers.add(row.ticker, number);
    for (const word of words) this.#words.add(word, number);
    for (const joint of jointsOfRow(row)) this.#joints.add(joint, number);
  }

  /** Removes an instrument. Returns whether there was one. */
  remove(symbol: string): boolean {
    const number = this.#numbers.get(symbol);
    if (number === undefined) return false;
    const row = this.#rows[number] as Row;
    this.#symbols.remove(row.symbol, number);
    this.#tickers.remove(row.ticker, number);
    for (const word of row.words) this.#words.remove(word, number);
    for (const joint of jointsOfRow(row)) this.#joints.remove(joint, number);
    this.#numbers.delete(symbol);
    this.#freeNumbers.push(number);
    return true;
  }

  /** Sets the traded value of today. Returns whether there is such an instrument. */
  setTradedValue(symbol: string, value: number): boolean {
    const number = this.#numbers.get(symbol);
    if (number === undefined) return false;
    const former = this.#values[number] as number;
    const comparable = toComparable(value);
    this.#values[number] = comparable;
    if (levelOf(former) !== levelOf(comparable)) {
      const { symbol: folded, ticker, words } = this.#rows[number] as Row;
      this.#symbols.changeLevel(folded);
      this.#tickers.changeLevel(ticker);
      for (const word of words) this.#words.changeLevel(word);
    }
    return true;
  }

  /** Finds the best matches, best first: at most `limit`, and at most `searchHitsMax`. */
  search(text: string, limit: number = searchHitsMax): readonly SearchHit[] {
    const hitsMax = Math.min(Math.floor(limit), searchHitsMax);
    if (text.length > unitCountMax || !text.isWellFormed() || !(hitsMax > 0)) return [];
    const term = foldText(text);
    if (term === "" || [...term].length > characterCountMax) return [];
    const best = new BestRows(hitsMax, this.#rows, this.#values, this.#taken);
    this.#findMatches(term, best);
    if (best.narrow(typoHitsMax)) this.#findTypos(term, best);
    return best
      .inOrder()
      .map(({ row, rank }) => ({ symbol: row.listed, rank: matchRanks[rank] as MatchRank }));
  }

  /** Offers rows by rank, best first, because a row keeps the rank with which it was taken. */
  #findMatches(term: string, best: BestRows<Row>): void {
    best.offer(rankPlaces.exactSymbol, this.#symbols.rowsOf(term));
    best.offer(rankPlaces.exactTicker, this.#tickers.rowsOf(term));
    this.#offerAll(best, rankPlaces.symbolPrefix, this.#symbols.with(beginning + term));
    if (best.isFull) return;
    const parts = wordsOf(term);
    if (parts.length > 1) {
      this.#findJoined(term, parts, best);
      return;
    }
    this.#offerAll(best, rankPlaces.wordPrefix, this.#words.with(beginning + term));
    if (!best.isFull) this.#offerAll(best, rankPlaces.substring, this.#entriesWith(term));
  }

  /** Finds rows that contain a term of several words as it is, then those that contain its words anywhere. */
  #findJoined(term: string, parts: readonly string[], best: BestRows<Row>): void {
    const withParts = parts.map((part) => this.#entriesWith(part));
    const joints = jointsOf(term).map((joint) => this.#joints.with(beginning + joint));
    for (const number of this.#rowsWithAll([...joints, ...withParts])) {
      if (!best.mayTake(rankPlaces.wordPrefix, number)) continue;
      const rank = rankWhole(this.#rows[number] as Row, term);
      if (rank !== rankPlaces.none && best.mayTake(rank, number)) best.take(rank, number);
    }
    // A term without spaces cannot be split into words.
    if (joints.length === 0 || best.isFull) return;
    const pieces = term.split(" ");
    const starts = pieces.map((piece) => this.#entriesWith(beginning + wordsOf(piece)[0]));
    best.offer(rankPlaces.wordStarts, this.#rowsWithAll(starts), (row) =>
      pieces.every((piece) => begins(row, piece)),
    );
    if (best.isFull) return;
    best.offer(rankPlaces.wordParts, this.#rowsWithAll(withParts), (row) =>
      pieces.every((piece) => contains(row, piece)),
    );
  }

  #findTypos(term: string, best: BestRows<Row>): void {
    if ([...term].length > 1) this.#offerAll(best, rankPlaces.symbolTypo, this.#symbols.withOneTypo(term));
    const pieces = term.split(" ");
    for (const [place, piece] of pieces.entries()) {
      // Half of all shorter syllables differ by one typing error.
      const typos = [...piece].length < 3 ? [] : this.#words.withOneTypo(piece);
      if (typos.length === 0) continue;
      const others = pieces.toSpliced(place, 1);
      if (others.length === 0) {
        this.#offerAll(best, rankPlaces.wordTypo, typos);
        continue;
      }
      const mistyped = new Set(typos.map(({ text }) => text));
      const withOthers = others.flatMap(wordsOf).map((part) => this.#entriesWith(part));
      best.offer(rankPlaces.wordTypo, this.#rowsWithAll([typos, ...withOthers]), (row) => {
        return row.words.some((word) => mistyped.has(word)) && others.every((other) => contains(row, other));
      });
    }
  }

  #offerAll(best: BestRows<Row>, rank: number, entries: readonly Entry[]): void {
    for (const entry of entries) {
      if (entry.rows.length < longListMin) {
        best.offer(rank, entry.rows);
        continue;
      }
      if (!entry.isByLevel) orderByLevel(entry.rows, this.#values);
      entry.isByLevel = true;
      best.offerByLevel(rank, entry.rows);
    }
  }

  #entriesWith(part: string): readonly Entry[] {
    return this.#words.with(part).concat(this.#symbols.with(part), this.#tickers.with(part));
  }

  /**
   * The rows that are in every list, some of them twice. If few are left, the longer lists are not compared, so rows remain that
   * may not match: the caller reads the texts of each.
   */
  #rowsWithAll(lists: readonly (readonly Entry[])[]): readonly number[] {
    const counted = lists.map((entries) => ({ entries, rowCount: countRows(entries) }));
    const [least, ...others] = counted.sort((one, other) => one.rowCount - other.rowCount);
    let common: readonly number[] = least?.entries.flatMap(({ rows }) => rows) ?? [];
    for (const { entries, rowCount } of others) {
      if (common.length * readingCost < rowCount) break;
      this.#marks.clear(this.#rows.length);
      for (const { rows } of entries) for (const number of rows) this.#marks.add(number);
      common = common.filter((number) => this.#marks.has(number));
    }
    return common;
  }
}

/** Orders rows by descending level of their values. */
function orderByLevel(rows: number[], values: readonly number[]): void {
  const levels: number[][] = [];
  for (const number of rows) {
    const level = levelOf(values[number] as number);
    const known = levels[level];
    if (known === undefined) levels[level] = [number];
    else known.push(number);
  }
  let place = 0;
  for (let level = levels.length - 1; level >= 0; level -= 1) {
    for (const number of levels[level] ?? []) {
      rows[place] = number;
      place += 1;
    }
  }
}

function countRows(entries: readonly Entry[]): number {
  let count = 0;
  for (const { rows } of entries) count += rows.length;
  return count;
}

/** Replaces NaN, infinite and negative values by 0. */
function toComparable(value: number): number {
  return Number.isFinite(value) ? Math.max(0, value) : 0;
}

/** The distinct joints of a row. */
function jointsOfRow({ symbol, ticker, names }: Row): Iterable<string> {
  return new Set([symbol, ticker, names].flatMap(jointsOf));
}

/** Each space of a text with the character before it and up to two after it. */
function jointsOf(text: string): readonly string[] {
  const joints: string[] = [];
  for (let at = text.indexOf(" "); at >= 0; at = text.indexOf(" ", at + 1))
    joints.push(text.slice(at - 1, at + 3));
  return joints;
}
