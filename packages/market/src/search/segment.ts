import { type BestOfSegment, bestOfSegment } from "./best-of-segment.ts";
import { type SortedPlaces, sortedPlaces } from "./find-range.ts";
import { IntList } from "./int-list.ts";
import { endByte } from "./make-text-folder.ts";
import { type PlaceRanks, placeRanks } from "./place-ranks.ts";
import { type RowBits, rowBits } from "./row-bits.ts";
import { compareTexts, type RowTexts } from "./row-texts.ts";
import { type SlipTable, slipTable } from "./slip-table.ts";
import { sortSuffixes } from "./sort-suffixes.ts";
import { inStretches, type Steps } from "./steps.ts";
import { type SymbolSlots, symbolSlots } from "./symbol-slots.ts";
import { type ValueTree, valueTree } from "./value-tree.ts";
import { type WordList, wordList } from "./word-list.ts";

const placesPerRow = 16;

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
  readonly common: RowBits;
  readonly best: BestOfSegment;
  readonly slots: SymbolSlots;
  /** Which rows a search has in its answer already; all 0 between two searches. */
  readonly taken: Uint8Array;
  liveCount: number;
};

/** Sorts and gathers what is searched. */
export function* segment(rows: RowTexts): Steps<Segment> {
  const { text, starts, symbols, values } = rows;
  const count = symbols.length;
  const fields = yield* listFields(rows);
  yield* sortSuffixes(text, fields.symbolPlaces);
  yield* sortSuffixes(text, fields.tickerPlaces);
  const tickerStarts = yield* listTickerStarts(text, fields.tickerPlaces);
  const words = yield* wordList(rows);
  const made = {
    ...rows,
    ranks: yield* placeRanks(starts, count, text.length),
    symbolStarts: yield* sortedPlaces(text, starts, count),
    tickerStarts: yield* sortedPlaces(text, tickerStarts),
    symbolPlaces: yield* sortedPlaces(text, fields.symbolPlaces),
    tickerPlaces: yield* sortedPlaces(text, fields.tickerPlaces),
    slips: yield* slipTable(text, starts, count),
    words,
    common: yield* rowBits({ symbols, words }),
    tree: yield* valueTree(values),
    slots: yield* symbolSlots(symbols),
    taken: new Uint8Array(count),
    liveCount: values.reduce((sum, value) => (value < 0 ? sum : sum + 1), 0),
  };
  return { ...made, best: yield* bestOfSegment(made) };
}

/** The bytes that a segment takes, 8 for each symbol that it refers to included. */
export function segmentBytes(segment: Segment): number {
  const { words, slips, tree, best, common } = segment;
  const sorted = [segment.symbolStarts, segment.tickerStarts, segment.symbolPlaces, segment.tickerPlaces];
  const lists = [
    ...[...sorted, words.sorted, words.suffixes].flatMap(({ places, pairs }) => [places, pairs]),
    ...[segment.text, segment.ranks, segment.slots, segment.taken, slips.ends, slips.members, ...tree],
    ...[words.sorted.text, words.ranks, words.slips.ends, words.slips.members, words.suffixCounts],
    ...[words.sequence, words.sequenceRanks, words.placeStarts, words.places],
    ...[best.words, best.symbols, best.beginnings, best.within, common.lists, common.bits],
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

/** Lists every place inside a symbol, and inside a ticker code. */
function* listFields({
  text,
  starts,
  symbols,
}: RowTexts): Steps<Record<"symbolPlaces" | "tickerPlaces", Int32Array>> {
  const counts = [0, 0];
  const visitEach = (from: number, to: number, visit: (place: number, field: 0 | 1) => void) => {
    for (let row = from; row < to; row += 1) {
      let place = starts[row] as number;
      for (; text[place] !== endByte; place += 1) visit(place, 0);
      for (place += 1; text[place] !== endByte; place += 1) visit(place, 1);
    }
  };
  const count = (_: number, field: 0 | 1) => {
    counts[field] = (counts[field] as number) + 1;
  };
  yield* inStretches(symbols.length, (from, to) => visitEach(from, to, count), placesPerRow);
  const places = counts.map((size) => new Int32Array(size)) as [Int32Array, Int32Array];
  counts.fill(0);
  const list = (place: number, field: 0 | 1) => {
    const target = counts[field] as number;
    places[field][target] = place;
    counts[field] = target + 1;
  };
  yield* inStretches(symbols.length, (from, to) => visitEach(from, to, list), placesPerRow);
  return { symbolPlaces: places[0], tickerPlaces: places[1] };
}

/** Of the places inside a ticker code, only the first has the end of the symbol in front. */
function* listTickerStarts(text: Uint8Array, places: Int32Array): Steps<Int32Array> {
  const starts = new IntList();
  yield* inStretches(places.length, (from, to) => {
    for (let i = from; i < to; i += 1) {
      const place = places[i] as number;
      if (text[place - 1] === endByte) starts.push(place);
    }
  });
  return starts.toArray();
}
