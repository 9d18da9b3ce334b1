import { type ByteText, writeByte, writeBytes } from "./byte-text.ts";
import { IntList } from "./int-list.ts";
import { endByte, type TextFolder } from "./make-text-folder.ts";
import { placeRanks, rankOfPlace } from "./place-ranks.ts";
import { sortSuffixes } from "./sort-suffixes.ts";
import { inStretches, type Steps, stepSizeMax } from "./steps.ts";

/** What is searched of an instrument. */
export type SearchEntry = {
  readonly symbol: string;
  readonly tickerCode?: string | undefined;
  readonly companyName: string;
  /** The value traded so far, in whole VND; it settles the order of equal matches. 0 when left out. */
  readonly tradedValue?: number | undefined;
};

/** Instruments as rows of folded text: symbol, ticker code and name of each, and a 0 behind every one of them. */
export type RowTexts = {
  readonly text: Uint8Array;
  /** Where each row begins, and where the last one ends. */
  readonly starts: Int32Array;
  /** The symbols as they are written. */
  readonly symbols: readonly string[];
  readonly values: Float64Array;
};

/** A row has some dozens of places. */
const placesPerRow = 32;
const rowsInStep = stepSizeMax / placesPerRow;

/** Folds instruments and sorts them by symbol; of two with the same symbol the later one is kept. */
export function* rowTexts(
  entries: Iterable<SearchEntry>,
  fold: TextFolder,
  countExpected: number = Array.isArray(entries) ? entries.length : 4,
): Steps<RowTexts> {
  // Room that is not written to costs nothing, and growing step by step would.
  const rows = new GatheredRows(countExpected);
  let count = 0;
  for (const { symbol, tickerCode, companyName, tradedValue } of entries) {
    rows.begin(symbol, cleanValue(tradedValue ?? 0));
    foldField(symbol, fold, rows.text);
    // A ticker code that is the symbol again finds nothing that the symbol does not find.
    foldField(tickerCode === undefined || tickerCode === symbol ? "" : tickerCode, fold, rows.text);
    foldField(companyName, fold, rows.text);
    if (++count % rowsInStep === 0) yield stepSizeMax;
  }
  return yield* sortRows(rows.finish());
}

/** A value that can be ordered: what is no amount counts as nothing. */
export function cleanValue(value: number): number {
  return Number.isFinite(value) ? Math.max(0, value) : 0;
}

/** Puts rows together that were apart; rows whose value is below 0 are gone. */
export function* joinRows(parts: readonly RowTexts[]): Steps<RowTexts> {
  const rows = new GatheredRows(parts.reduce((sum, { symbols }) => sum + symbols.length, 0));
  for (const { text, starts, symbols, values } of parts) {
    const join = (from: number, to: number) => {
      for (let row = from; row < to; row += 1) {
        if ((values[row] as number) < 0) continue;
        rows.begin(symbols[row] as string, values[row] as number);
        writeBytes(rows.text, text, starts[row] as number, starts[row + 1] as number);
      }
    };
    yield* inStretches(symbols.length, join, placesPerRow);
  }
  return yield* sortRows(rows.finish());
}

/** Rows in the order in which they come. */
class GatheredRows {
  readonly text: ByteText;
  readonly #starts = new IntList();
  readonly #symbols: string[] = [];
  #values: Float64Array;

  constructor(countExpected: number) {
    this.text = { bytes: new Uint8Array(64 * countExpected), size: 0 };
    this.#starts.reserve(countExpected + 1);
    this.#values = new Float64Array(countExpected);
  }

  begin(symbol: string, value: number): void {
    const row = this.#symbols.length;
    if (row === this.#values.length) {
      const values = new Float64Array(2 * row + 4);
      values.set(this.#values);
      this.#values = values;
    }
    this.#starts.push(this.text.size);
    this.#values[row] = value;
    this.#symbols.push(symbol);
  }

  finish(): RowTexts {
    this.#starts.push(this.text.size);
    return {
      text: this.text.bytes.subarray(0, this.text.size),
      starts: this.#starts.values.subarray(0, this.#starts.count),
      symbols: this.#symbols,
      values: this.#values.subarray(0, this.#symbols.length),
    };
  }
}

function foldField(field: string, fold: TextFolder, text: ByteText): void {
  fold(field, text);
  writeByte(text, endByte);
}

function* sortRows({ text, starts, symbols, values }: RowTexts): Steps<RowTexts> {
  const order = yield* orderOf({ text, starts, symbols });
  const sorted: ByteText = { bytes: new Uint8Array(text.length), size: 0 };
  const sortedStarts = new Int32Array(order.length + 1);
  const sortedSymbols: string[] = [];
  const sortedValues = new Float64Array(order.length);
  const copy = (from: number, to: number) => {
    for (let row = from; row < to; row += 1) {
      const old = order[row] as number;
      sortedStarts[row] = sorted.size;
      sortedSymbols.push(symbols[old] as string);
      sortedValues[row] = values[old] as number;
      writeBytes(sorted, text, starts[old] as number, starts[old + 1] as number);
    }
  };
  yield* inStretches(order.length, copy, placesPerRow);
  sortedStarts[order.length] = sorted.size;
  const isShorter = sorted.size < text.length;
  return {
    text: isShorter ? sorted.bytes.slice(0, sorted.size) : sorted.bytes,
    starts: sortedStarts,
    symbols: sortedSymbols,
    values: sortedValues,
  };
}

/** The rows by symbol without regard to case, then by symbol as written, without those that a later row replaces. */
function* orderOf({ text, starts, symbols }: Omit<RowTexts, "values">): Steps<Int32Array> {
  const order = starts.slice(0, symbols.length);
  yield* sortSuffixes(text, order);
  const ranks = yield* placeRanks(starts, symbols.length, text.length);
  yield* inStretches(order.length, (from, to) => {
    for (let i = from; i < to; i += 1) order[i] = rankOfPlace(ranks, order[i] as number);
  });
  let kept = 0;
  let count = 0;
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && isSameField(text, starts, order[from] as number, order[to] as number))
      to += 1;
    const alike = order.subarray(from, to);
    if (to - from > 1) alike.sort((x, y) => compareTexts(symbols[x] ?? "", symbols[y] ?? "") || x - y);
    for (let i = 0; i < alike.length; i += 1) {
      const row = alike[i] as number;
      const next = alike[i + 1];
      if (next !== undefined && symbols[next] === symbols[row]) continue;
      order[kept] = row;
      kept += 1;
    }
    from = to;
    if (++count % rowsInStep === 0) yield stepSizeMax;
  }
  return order.subarray(0, kept);
}

function isSameField(text: Uint8Array, starts: Int32Array, left: number, right: number): boolean {
  let x = starts[left] as number;
  let y = starts[right] as number;
  while (text[x] === text[y] && text[x] !== endByte) {
    x += 1;
    y += 1;
  }
  return text[x] === text[y];
}

/** Which of two texts comes first, unit by unit. */
export function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
