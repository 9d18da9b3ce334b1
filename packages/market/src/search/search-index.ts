import { BestRows, levelOf, RowMarks } from "./best-rows.ts";
import { foldText } from "./fold-text.ts";
import { resolveKeystrokes } from "./keystrokes.ts";
import {
  begins,
  contains,
  type MatchRank,
  matchRanks,
  rankInNames,
  rankPlaces,
  startsWithLetters,
  wordsOf,
} from "./match-rank.ts";
import { lettersOf, nameKeyOf, otherMarkets, withoutLegalForm, withoutShareWords } from "./name-words.ts";
import {
  firstWordsOf,
  isShortName,
  jointsOf,
  jointsOfRow,
  makeRow,
  nameKeysOf,
  type Row,
  type SearchEntry,
} from "./search-row.ts";
import { beginning, type Entry, Vocabulary } from "./vocabulary.ts";

export const searchHitsMax = 50;

/** Near matches are searched only if there are fewer than ten other hits, and fill up the first ten. */
export const nearHitsMax = 10;

/** Names are searched inside of terms of up to this many words. */
export const wordsAroundNameMax = 12;

const characterCountMax = 100;
/** In decomposed text a letter with two marks takes three units. */
const unitCountMax = 4 * characterCountMax;

/** Reading the texts of one row takes as long as marking this many rows. */
const readingCost = 32;

/** Lists of this length and more are ordered by weight, so that a search can stop before their end. */
const longListMin = 64;

export type SearchHit = { readonly symbol: string; readonly rank: MatchRank };

/** Rows of an entry, or found before. */
type RowList = { readonly rows: readonly number[] };

/** A text with a word that is one typing error away from words of names, and the rows that may have one of them. */
type Mistyped = {
  readonly pieces: readonly string[];
  readonly place: number;
  readonly others: readonly string[];
  readonly keyword: string | undefined;
  readonly typos: readonly Entry[];
  readonly rows: readonly number[];
};

/** A text that may be a symbol or part of a name, for instruments with the keyword if there is one. */
type Phrase = {
  readonly text: string;
  readonly keyword?: string | undefined;
};

/** What a term may mean. */
type Readings = {
  /** The term, and the term without the legal form if it has one. */
  readonly phrases: readonly Phrase[];
  /** The rest of the term for instruments with the keyword at one end of it. */
  readonly withKeyword: readonly Phrase[];
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
  /** The weights by row, separate from the texts, because searches compare thousands of them. */
  readonly #weights: number[] = [];
  readonly #freeNumbers: number[] = [];
  readonly #symbols = new Vocabulary({ findsParts: true, findsTypos: true });
  readonly #tickers = new Vocabulary({ findsParts: true, findsTypos: false });
  readonly #words = new Vocabulary({ findsParts: true, findsTypos: true });
  /** The spaces of names, symbols and ticker codes with the characters around them; see `jointsOf`. */
  readonly #joints = new Vocabulary({ findsParts: true, findsTypos: false });
  readonly #firsts = new Vocabulary({ findsParts: false, findsTypos: false });
  readonly #keywords = new Vocabulary({ findsParts: false, findsTypos: false });
  /** The keys of names, as `nameKeyOf` makes them. */
  readonly #names = new Vocabulary({ findsParts: false, findsTypos: false });
  /** The short ones of them, because the typing errors of long ones would take most of the memory. */
  readonly #shortNames = new Vocabulary({ findsParts: false, findsTypos: true });

  readonly #taken = new RowMarks();
  readonly #marks = new RowMarks();

  constructor(entries: Iterable<SearchEntry> = []) {
    for (const entry of entries) this.put(entry);
  }

  get size(): number {
    return this.#numbers.size;
  }

  /** Adds an instrument, or replaces the one with its symbol. Without a weight, the current one is kept. */
  put(entry: SearchEntry): void {
    const { symbol, weight } = entry;
    const former = this.#numbers.get(symbol);
    const kept = former === undefined ? 0 : (this.#weights[former] as number);
    this.remove(symbol);
    const number = this.#freeNumbers.pop() ?? this.#rows.length;
    const row = makeRow(entry);
    this.#numbers.set(symbol, number);
    this.#rows[number] = row;
    this.#weights[number] = toComparable(weight ?? kept);
    for (const [vocabulary, texts] of this.#textsOf(row))
      for (const text of texts) vocabulary.add(text, number);
  }

  /** Removes an instrument. Returns whether there was one. */
  remove(symbol: string): boolean {
    const number = this.#numbers.get(symbol);
    if (number === undefined) return false;
    for (const [vocabulary, texts] of this.#textsOf(this.#rows[number] as Row))
      for (const text of texts) vocabulary.remove(text, number);
    this.#numbers.delete(symbol);
    this.#freeNumbers.push(number);
    return true;
  }

  /** Sets the weight. Returns whether there is such an instrument. */
  setWeight(symbol: string, weight: number): boolean {
    const number = this.#numbers.get(symbol);
    if (number === undefined) return false;
    const former = this.#weights[number] as number;
    const comparable = toComparable(weight);
    this.#weights[number] = comparable;
    if (levelOf(former) !== levelOf(comparable)) {
      for (const [vocabulary, texts] of this.#textsOf(this.#rows[number] as Row))
        for (const text of texts) vocabulary.changeLevel(text);
    }
    return true;
  }

  /** What each vocabulary has of a row. */
  #textsOf(row: Row): readonly (readonly [Vocabulary, readonly string[]])[] {
    const { symbol, ticker, names, keywords } = row;
    const keys = nameKeysOf(row);
    return [
      [this.#symbols, [symbol]],
      // A ticker code that equals the symbol adds no matches.
      [this.#tickers, ticker === symbol || ticker === "" ? [] : [ticker]],
      [this.#words, wordsOf(names)],
      [this.#firsts, firstWordsOf(row)],
      [this.#joints, jointsOfRow(row)],
      [this.#names, keys],
      [this.#shortNames, keys.filter(isShortName)],
      [this.#keywords, keywords],
    ];
  }

  /** Finds the best matches, best first: at most `limit`, and at most `searchHitsMax`. */
  search(text: string, limit: number = searchHitsMax): readonly SearchHit[] {
    const hitsMax = Math.min(Math.floor(limit), searchHitsMax);
    if (text.length > unitCountMax || !text.isWellFormed() || !(hitsMax > 0)) return [];
    const term = foldText(text);
    if (term === "" || [...term].length > characterCountMax) return [];
    const best = new BestRows(hitsMax, this.#rows, this.#weights, this.#taken);
    const withoutShare = withoutShareWords(term);
    let readings = this.#readingsOf(term);
    this.#findWhole(readings, best);
    for (const other of new Set([withoutShare, resolveKeystrokes(withoutShare)])) {
      if (!best.isEmpty) break;
      const others = this.#readingsOf(other);
      this.#findWhole(others, best);
      // Near matches of keystrokes would be far from what was typed.
      if (other === withoutShare || !best.isEmpty) readings = others;
    }
    const isElsewhere = otherMarkets.has(term);
    if (!best.isFull && !isElsewhere) this.#findWords(readings, best);
    if (!isElsewhere && best.narrow(nearHitsMax)) this.#findNear(readings, best);
    return best
      .inOrder()
      .filter(({ rank }) => !isElsewhere || rank <= rankPlaces["name-start"])
      .map(({ row, rank }) => ({ symbol: row.listed, rank: matchRanks[rank] as MatchRank }));
  }

  #readingsOf(term: string): Readings {
    const text = withoutLegalForm(term);
    const pieces = text.split(" ");
    const withKeyword = pieces.slice(1).flatMap((_, i) => {
      const [front, back] = [pieces.slice(0, i + 1).join(" "), pieces.slice(i + 1).join(" ")];
      return [
        { keyword: front, rest: back },
        { keyword: back, rest: front },
      ]
        .filter(({ keyword }) => this.#keywords.rowsOf(keyword).length > 0)
        .map(({ keyword, rest }) => ({ text: rest, keyword }));
    });
    return { phrases: (text === term ? [term] : [term, text]).map((each) => ({ text: each })), withKeyword };
  }

  /** Offers rows by rank, best first, because a row keeps the rank with which it was taken. */
  #findWhole({ phrases, withKeyword }: Readings, best: BestRows<Row>): void {
    const readings = [...phrases, ...withKeyword];
    const term = phrases[0]?.text ?? "";
    const offer = (rank: number, rowsOf: (text: string) => readonly number[]) => {
      for (const { text, keyword } of readings)
        best.offer(rank, rowsOf(text), (row) => hasKeyword(row, keyword));
    };
    offer(rankPlaces["exact-symbol"], (text) => this.#symbols.rowsOf(text));
    offer(rankPlaces["exact-ticker"], (text) => this.#tickers.rowsOf(text));
    this.#offerAll(best, rankPlaces["symbol-prefix"], this.#symbols.with(beginning + term));
    if (best.isFull) return;
    offer(rankPlaces["whole-name"], (text) => this.#names.rowsOf(nameKeyOf(text)));
    this.#offerAll(best, rankPlaces.keyword, this.#keywords.whole(term));
    if (best.isFull) return;
    this.#offerNamed(readings, best);
    if (best.isEmpty) this.#offerJoined(term, best);
  }

  /** Offers rows with a reading in a name, and rows that contain the first reading, which is the term. */
  #offerNamed(readings: readonly Phrase[], best: BestRows<Row>): void {
    const [term] = readings;
    const found = readings.map((reading) => this.#rowsWith(reading, reading === term));
    // Of two frequent words, thousands of rows have both, and few of them as whole words.
    for (const rank of [rankPlaces["name-start"], rankPlaces["whole-words"]]) {
      for (const [place, { text, keyword }] of readings.entries()) {
        const parts = wordsOf(text);
        const wholes = [this.#words.whole(parts.at(-1) ?? "")];
        if (rank === rankPlaces["name-start"]) wholes.unshift(this.#firsts.whole(parts[0] ?? ""));
        const rows = found[place];
        if (rows === undefined) this.#offerAll(best, rank, wholes[0] ?? []);
        else
          best.offer(
            rank,
            this.#rowsWithAll([...wholes, [{ rows }]]),
            (row) => hasKeyword(row, keyword) && rankInNames(row, text) === rank,
          );
      }
      if (best.isFull) return;
    }
    const isPrefix = (row: Row): boolean =>
      readings.some(
        ({ text, keyword }) =>
          hasKeyword(row, keyword) && rankInNames(row, text) === rankPlaces["word-prefix"],
      );
    for (const rows of found) {
      for (const number of rows ?? []) {
        if (!best.mayTake(rankPlaces["word-prefix"], number)) continue;
        const row = this.#rows[number] as Row;
        if (isPrefix(row)) best.take(rankPlaces["word-prefix"], number);
        else if (best.mayTake(rankPlaces.substring, number) && contains(row, term?.text ?? ""))
          best.take(rankPlaces.substring, number);
      }
    }
    for (const [place, { text }] of readings.entries()) {
      if (found[place] !== undefined) continue;
      this.#offerAll(best, rankPlaces["word-prefix"], this.#words.with(beginning + text));
      if (place === 0 && !best.isFull) this.#offerAll(best, rankPlaces.substring, this.#entriesWith(text));
    }
  }

  /** Rows that may have a reading in a name, or anywhere. Undefined for a word alone. */
  #rowsWith({ text, keyword }: Phrase, isAnywhere: boolean): readonly number[] | undefined {
    const parts = wordsOf(text);
    if (parts.length === 1 && keyword === undefined) return undefined;
    const lists = jointsOf(text).map((joint) => this.#joints.with(beginning + joint));
    for (const [place, part] of parts.entries()) {
      if (isAnywhere) lists.push(this.#entriesWith(part));
      else if (place < parts.length - 1) lists.push(this.#words.whole(part));
      else lists.push(this.#words.with(beginning + part));
    }
    if (keyword !== undefined) lists.push(this.#keywords.whole(keyword));
    return this.#rowsWithAll(lists);
  }

  /** Offers rows with a name that begins with a word which the letters begin with, then with the other letters. */
  #offerJoined(text: string, best: BestRows<Row>): void {
    const letters = lettersOf(text);
    const isMatch = (row: Row) => startsWithLetters(row, letters);
    for (let end = 1; end < letters.length; end += 1) {
      const firsts = this.#firsts.whole(letters.slice(0, end));
      if (firsts.length === 0) continue;
      // A first word may be in thousands of names, but few of them have the next word as well.
      const next = this.#words.with(beginning + letters.slice(end)).slice();
      for (let to = end + 1; to < letters.length; to += 1)
        next.push(...this.#words.whole(letters.slice(end, to)));
      best.offer(rankPlaces.joined, this.#rowsWithAll([firsts, next]), isMatch);
    }
    // Without spaces in the term, a word that begins with it has a better rank.
    if (letters === text || letters === "") return;
    best.offer(rankPlaces.joined, this.#rowsWithAll([this.#words.with(beginning + letters)]), isMatch);
  }

  /** Finds rows in which each word of a term begins a word. */
  #findWords({ phrases }: Readings, best: BestRows<Row>): void {
    for (const { text } of phrases) {
      const pieces = text.split(" ");
      if (pieces.length === 1) continue;
      const starts = pieces.map((piece) => this.#entriesWith(beginning + wordsOf(piece)[0]));
      best.offer(rankPlaces["word-starts"], this.#rowsWithAll(starts), (row) =>
        pieces.every((piece) => begins(row, piece)),
      );
    }
  }

  #findNear({ phrases, withKeyword }: Readings, best: BestRows<Row>): void {
    const texts = phrases.map(({ text }) => text);
    const [term = ""] = texts;
    if ([...term].length > 1)
      this.#offerAll(best, rankPlaces["symbol-typo"], this.#symbols.withOneTypo(term));
    const readings = [...phrases, ...withKeyword];
    for (const { text, keyword } of readings) {
      for (const { rows } of this.#shortNames.withOneTypo(nameKeyOf(text)))
        best.offer(rankPlaces["name-typo"], rows, (row) => hasKeyword(row, keyword));
    }
    const mistyped = readings.flatMap((reading) => this.#listMistyped(reading));
    for (const each of mistyped) this.#offerNameTypos(each, best);
    this.#offerInside(texts.at(-1) ?? "", best);
    for (const each of mistyped) this.#offerWordTypos(each, best);
    for (const text of texts) {
      const pieces = text.split(" ");
      if (pieces.length === 1) continue;
      const withPieces = pieces.flatMap(wordsOf).map((part) => this.#entriesWith(part));
      best.offer(rankPlaces["word-parts"], this.#rowsWithAll(withPieces), (row) =>
        pieces.every((piece) => contains(row, piece)),
      );
    }
  }

  /** The ways to correct one word of a text. */
  #listMistyped({ text, keyword }: Phrase): readonly Mistyped[] {
    const pieces = text.split(" ");
    return pieces.flatMap((piece, place) => {
      // Half of all shorter syllables differ by one typing error.
      const typos = [...piece].length < 3 ? [] : this.#words.withOneTypo(piece);
      if (typos.length === 0) return [];
      const others = pieces.toSpliced(place, 1);
      const lists = [typos, ...others.flatMap(wordsOf).map((part) => this.#entriesWith(part))];
      if (keyword !== undefined) lists.push(this.#keywords.whole(keyword));
      // A word alone needs no list of rows.
      return [
        { pieces, place, others, keyword, typos, rows: lists.length === 1 ? [] : this.#rowsWithAll(lists) },
      ];
    });
  }

  #offerNameTypos({ pieces, place, others, keyword, typos, rows }: Mistyped, best: BestRows<Row>): void {
    if (others.length === 0) return;
    const front = pieces.slice(0, place).join(" ");
    const back = pieces.slice(place + 1).join(" ");
    const corrected = typos.map(({ text }) => pieces.with(place, text).join(" "));
    best.offer(rankPlaces["name-typo"], rows, (row) => {
      // Few rows have the other words in the order of the term.
      if (!row.names.includes(front) || !row.names.includes(back) || !hasKeyword(row, keyword)) return false;
      return corrected.some((text) => rankInNames(row, text) <= rankPlaces["word-prefix"]);
    });
  }

  #offerWordTypos({ others, keyword, typos, rows }: Mistyped, best: BestRows<Row>): void {
    if (others.length === 0 && keyword === undefined) {
      this.#offerAll(best, rankPlaces["word-typo"], typos);
      return;
    }
    const texts = new Set(typos.map(({ text }) => text));
    best.offer(rankPlaces["word-typo"], rows, (row) => {
      return (
        hasKeyword(row, keyword) &&
        others.every((other) => contains(row, other)) &&
        wordsOf(row.names).some((word) => texts.has(word))
      );
    });
  }

  /** Finds the symbols and names that most of the words of a text are. */
  #offerInside(text: string, best: BestRows<Row>): void {
    const pieces = text.split(" ");
    if (pieces.length > wordsAroundNameMax) return;
    for (let size = pieces.length - 1; size > 0; size -= 1) {
      const rows = pieces.slice(size - 1).flatMap((_, from) => {
        const run = pieces.slice(from, from + size).join(" ");
        return [
          ...this.#symbols.rowsOf(run),
          ...this.#tickers.rowsOf(run),
          ...this.#names.rowsOf(nameKeyOf(run)),
        ];
      });
      if (rows.length === 0) continue;
      best.offer(rankPlaces["name-inside"], rows);
      return;
    }
  }

  #offerAll(best: BestRows<Row>, rank: number, entries: readonly Entry[]): void {
    for (const entry of entries) {
      if (entry.rows.length < longListMin) {
        best.offer(rank, entry.rows);
        continue;
      }
      if (!entry.isByLevel) orderByLevel(entry.rows, this.#weights);
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
  #rowsWithAll(lists: readonly (readonly RowList[])[]): readonly number[] {
    if (lists.some((entries) => entries.length === 0)) return [];
    const counted: { readonly entries: readonly RowList[]; readonly rowCount: number }[] = [];
    // A count of thousands of entries takes long, and a list above this maximum is not compared.
    let countMax = Infinity;
    for (const entries of lists.toSorted((one, other) => one.length - other.length)) {
      const rowCount = countRows(entries, countMax);
      countMax = Math.min(countMax, readingCost * rowCount);
      if (rowCount <= countMax) counted.push({ entries, rowCount });
    }
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

/** Orders rows by descending level of their weights. */
function orderByLevel(rows: number[], weights: readonly number[]): void {
  const levels: number[][] = [];
  for (const number of rows) {
    const level = levelOf(weights[number] as number);
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

function countRows(entries: readonly RowList[], countMax: number): number {
  let count = 0;
  for (const { rows } of entries) {
    count += rows.length;
    if (count > countMax) break;
  }
  return count;
}

function hasKeyword({ keywords }: Row, keyword: string | undefined): boolean {
  return keyword === undefined || keywords.includes(keyword);
}

/** Replaces NaN, infinite and negative weights by 0. */
function toComparable(weight: number): number {
  return Number.isFinite(weight) ? Math.max(0, weight) : 0;
}
