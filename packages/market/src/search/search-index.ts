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

/** The most that one search answers with. */
export const searchHitsMax = 50;

/** Typing errors fill up the first ten hits; an answer that has ten without them shows none. */
export const slipHitsMax = 10;

const characterCountMax = 100;
/** A letter with two marks is three units in decomposed text. */
const unitCountMax = 4 * characterCountMax;

/** To read the texts of a row takes as long as to mark so many rows. */
const readingCost = 32;

/** Shorter lists are read to their end. */
const longListMin = 64;

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
  readonly #symbols = new Vocabulary({ findsSlips: true });
  readonly #tickers = new Vocabulary({ findsSlips: false });
  readonly #words = new Vocabulary({ findsSlips: true });
  /** The spaces of names, symbols and ticker codes, each with the characters beside it. */
  readonly #joints = new Vocabulary({ findsSlips: false });

  readonly #taken = new RowMarks();
  readonly #marks = new RowMarks();

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
    for (const joint of jointsOfRow(row)) this.#joints.add(joint, number);
  }

  /** Removes an instrument; false where there is none. */
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

  /** Sets what an instrument has traded today; false where there is none. */
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

  /** The best matches, the best first; as many as asked for, and `searchHitsMax` at most. */
  search(text: string, limit: number = searchHitsMax): readonly SearchHit[] {
    const hitsMax = Math.min(Math.floor(limit), searchHitsMax);
    if (text.length > unitCountMax || !text.isWellFormed() || !(hitsMax > 0)) return [];
    const term = foldText(text);
    if (term === "" || [...term].length > characterCountMax) return [];
    const best = new BestRows(hitsMax, this.#rows, this.#values, this.#taken);
    this.#findMatches(term, best);
    if (best.narrow(slipHitsMax)) this.#findSlips(term, best);
    return best
      .inOrder()
      .map(({ row, rank }) => ({ symbol: row.listed, rank: matchRanks[rank] as MatchRank }));
  }

  /** Offers rows by their rank, the best first, since a row is taken once. */
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

  /** Finds what contains a term of several words as it stands, then what has its words anywhere. */
  #findJoined(term: string, parts: readonly string[], best: BestRows<Row>): void {
    const withParts = parts.map((part) => this.#entriesWith(part));
    const joints = jointsOf(term).map((joint) => this.#joints.with(beginning + joint));
    for (const number of this.#rowsWithAll([...joints, ...withParts])) {
      if (!best.mayTake(rankPlaces.wordPrefix, number)) continue;
      const rank = rankWhole(this.#rows[number] as Row, term);
      if (rank !== rankPlaces.none && best.mayTake(rank, number)) best.take(rank, number);
    }
    // A term without spaces has no words that could stand apart.
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

  #findSlips(term: string, best: BestRows<Row>): void {
    if ([...term].length > 1) this.#offerAll(best, rankPlaces.symbolSlip, this.#symbols.withOneSlip(term));
    const pieces = term.split(" ");
    for (const [place, piece] of pieces.entries()) {
      // Half of all shorter syllables are one error apart.
      const slips = [...piece].length < 3 ? [] : this.#words.withOneSlip(piece);
      if (slips.length === 0) continue;
      const others = pieces.toSpliced(place, 1);
      if (others.length === 0) {
        this.#offerAll(best, rankPlaces.wordSlip, slips);
        continue;
      }
      const slipped = new Set(slips.map(({ text }) => text));
      const withOthers = others.flatMap(wordsOf).map((part) => this.#entriesWith(part));
      best.offer(rankPlaces.wordSlip, this.#rowsWithAll([slips, ...withOthers]), (row) => {
        return row.words.some((word) => slipped.has(word)) && others.every((other) => contains(row, other));
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
   * The rows that stand in each list, some of them twice. Few rows are not compared with a long list: whoever asks reads
   * them anyway.
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

/** Groups rows by the levels of their values, the highest first. */
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

/** A value that can be compared. */
function toComparable(value: number): number {
  return Number.isFinite(value) ? Math.max(0, value) : 0;
}

/** The different ones of a row. */
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
