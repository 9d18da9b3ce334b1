import { type ByteText, reserveBytes } from "./byte-text.ts";
import { IntList } from "./int-list.ts";
import { endByte, type TextFolder } from "./make-text-folder.ts";
import { placeRanks, rankOfPlace } from "./place-ranks.ts";
import { sortSuffixes } from "./sort-suffixes.ts";

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

/** Folds instruments and sorts them by symbol; of two with the same symbol the later one is kept. */
export function rowTexts(entries: Iterable<SearchEntry>, fold: TextFolder): RowTexts {
  // Room that is not written to costs nothing, and growing step by step would.
  const roomBytes = Array.isArray(entries) ? 64 * entries.length : 256;
  const text: ByteText = { bytes: new Uint8Array(roomBytes), size: 0 };
  const starts = new IntList();
  const symbols: string[] = [];
  const values: number[] = [];
  for (const { symbol, tickerCode, companyName, tradedValue } of entries) {
    starts.push(text.size);
    symbols.push(symbol);
    values.push(cleanValue(tradedValue ?? 0));
    foldField(symbol, fold, text);
    // A ticker code that is the symbol again finds nothing that the symbol does not find.
    foldField(tickerCode === undefined || tickerCode === symbol ? "" : tickerCode, fold, text);
    foldField(companyName, fold, text);
  }
  starts.push(text.size);
  return sortRows({
    text: text.bytes.subarray(0, text.size),
    starts: starts.toArray(),
    symbols,
    values: Float64Array.from(values),
  });
}

/** A value that can be ordered: what is no amount counts as nothing. */
export function cleanValue(value: number): number {
  return Number.isFinite(value) ? Math.max(0, value) : 0;
}

/** Puts rows together that were apart; rows whose value is below 0 are gone. */
export function joinRows(parts: readonly RowTexts[]): RowTexts {
  const text: ByteText = { bytes: new Uint8Array(256), size: 0 };
  const starts = new IntList();
  const symbols: string[] = [];
  const values: number[] = [];
  for (const part of parts) {
    for (let row = 0; row < part.symbols.length; row += 1) {
      const value = part.values[row] as number;
      if (value < 0) continue;
      const start = part.starts[row] as number;
      const end = part.starts[row + 1] as number;
      starts.push(text.size);
      symbols.push(part.symbols[row] as string);
      values.push(value);
      reserveBytes(text, end - start);
      text.bytes.set(part.text.subarray(start, end), text.size);
      text.size += end - start;
    }
  }
  starts.push(text.size);
  return sortRows({
    text: text.bytes.subarray(0, text.size),
    starts: starts.toArray(),
    symbols,
    values: Float64Array.from(values),
  });
}

function foldField(field: string, fold: TextFolder, text: ByteText): void {
  fold(field, text);
  reserveBytes(text, 1);
  text.bytes[text.size] = endByte;
  text.size += 1;
}

function sortRows({ text, starts, symbols, values }: RowTexts): RowTexts {
  const order = orderOf({ text, starts, symbols, values });
  const sorted = new Uint8Array(text.length);
  const sortedStarts = new Int32Array(order.length + 1);
  let size = 0;
  for (let row = 0; row < order.length; row += 1) {
    const from = order[row] as number;
    const end = starts[from + 1] as number;
    sortedStarts[row] = size;
    for (let place = starts[from] as number; place < end; place += 1, size += 1) {
      sorted[size] = text[place] as number;
    }
  }
  sortedStarts[order.length] = size;
  return {
    text: size === text.length ? sorted : sorted.slice(0, size),
    starts: sortedStarts,
    symbols: Array.from(order, (row) => symbols[row] as string),
    values: Float64Array.from(order, (row) => values[row] as number),
  };
}

/** The rows by symbol without regard to case, then by symbol as written, without those that a later row replaces. */
function orderOf({ text, starts, symbols }: RowTexts): Int32Array {
  const order = starts.slice(0, symbols.length);
  sortSuffixes(text, order);
  const ranks = placeRanks(starts, symbols.length, text.length);
  for (let i = 0; i < order.length; i += 1) order[i] = rankOfPlace(ranks, order[i] as number);
  let kept = 0;
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
