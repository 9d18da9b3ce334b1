import { type SortedPlaces, sortedPlaces } from "./find-range.ts";
import { endByte } from "./make-text-folder.ts";
import { type PlaceRanks, placeRanks } from "./place-ranks.ts";
import { compareTexts, type RowTexts } from "./row-texts.ts";
import { type SlipTable, slipTable } from "./slip-table.ts";
import { sortSuffixes } from "./sort-suffixes.ts";
import { type SymbolSlots, symbolSlots } from "./symbol-slots.ts";
import { type ValueTree, valueTree } from "./value-tree.ts";
import { type WordList, wordList } from "./word-list.ts";

/**
 * Instruments that are searched together. Their texts never change; a row ends when its value falls below 0, and an
 * instrument that is added or renamed begins a row in another segment.
 */
export type Segment = RowTexts & {
  /** Which row a place in the text belongs to. */
  readonly ranks: PlaceRanks;
  readonly symbolStarts: SortedPlaces;
  readonly tickerStarts: SortedPlaces;
  /** Every place inside a symbol, and inside a ticker code. */
  readonly symbolPlaces: SortedPlaces;
  readonly tickerPlaces: SortedPlaces;
  readonly slips: SlipTable;
  readonly words: WordList;
  readonly tree: ValueTree;
  readonly slots: SymbolSlots;
  /** Which rows a search has in its answer already; all 0 between two searches. */
  readonly taken: Uint8Array;
  liveCount: number;
};

/** Sorts and gathers what is searched. */
export function segment(rows: RowTexts): Segment {
  const { text, starts, symbols, values } = rows;
  const count = symbols.length;
  const symbolPlaces = new Int32Array(countPlaces(rows, 0));
  const tickerPlaces = new Int32Array(countPlaces(rows, 1));
  listPlaces(rows, 0, symbolPlaces);
  listPlaces(rows, 1, tickerPlaces);
  sortSuffixes(text, symbolPlaces);
  sortSuffixes(text, tickerPlaces);
  return {
    ...rows,
    ranks: placeRanks(starts, count, text.length),
    symbolStarts: sortedPlaces(text, starts, count),
    tickerStarts: sortedPlaces(
      text,
      tickerPlaces.filter((place) => isTickerStart(text, place)),
    ),
    symbolPlaces: sortedPlaces(text, symbolPlaces),
    tickerPlaces: sortedPlaces(text, tickerPlaces),
    slips: slipTable(text, starts, count),
    words: wordList(rows),
    tree: valueTree(values),
    slots: symbolSlots(symbols),
    taken: new Uint8Array(count),
    liveCount: count,
  };
}

/** The bytes that a segment takes, 8 for each symbol that it refers to included. */
export function segmentBytes(segment: Segment): number {
  const { words, slips, tree } = segment;
  const sorted = [segment.symbolStarts, segment.tickerStarts, segment.symbolPlaces, segment.tickerPlaces];
  const lists = [
    ...[...sorted, words.sorted, words.suffixes].flatMap(({ places, pairs }) => [places, pairs]),
    ...[segment.text, segment.ranks, segment.slots, segment.taken, slips.ends, slips.members, ...tree],
    ...[words.sorted.text, words.ranks, words.slips.ends, words.slips.members],
    ...[words.sequence, words.sequenceRanks, words.pairs, words.placeStarts, words.places],
  ];
  return lists.reduce((sum, list) => sum + (list?.byteLength ?? 0), 8 * segment.symbols.length);
}

/** Which of two rows of different segments has the symbol that comes first: below 0 if the left one. */
export function compareSymbols(left: Segment, x: number, right: Segment, y: number): number {
  let i = left.starts[x] as number;
  let j = right.starts[y] as number;
  while (left.text[i] === right.text[j] && left.text[i] !== endByte) {
    i += 1;
    j += 1;
  }
  const difference = (left.text[i] as number) - (right.text[j] as number);
  return difference === 0 ? compareTexts(left.symbols[x] ?? "", right.symbols[y] ?? "") : difference;
}

function countPlaces({ text, starts, symbols }: RowTexts, field: 0 | 1): number {
  let count = 0;
  for (let row = 0; row < symbols.length; row += 1) {
    for (let place = fieldStart(text, starts[row] as number, field); text[place] !== endByte; place += 1) {
      count += 1;
    }
  }
  return count;
}

function listPlaces({ text, starts, symbols }: RowTexts, field: 0 | 1, places: Int32Array): void {
  let count = 0;
  for (let row = 0; row < symbols.length; row += 1) {
    for (let place = fieldStart(text, starts[row] as number, field); text[place] !== endByte; place += 1) {
      places[count] = place;
      count += 1;
    }
  }
}

function fieldStart(text: Uint8Array, rowStart: number, field: 0 | 1): number {
  let place = rowStart;
  if (field === 1) {
    while (text[place] !== endByte) place += 1;
    place += 1;
  }
  return place;
}

/** Of the places inside a ticker code, only the first has the end of the symbol in front. */
function isTickerStart(text: Uint8Array, place: number): boolean {
  return text[place - 1] === endByte;
}
