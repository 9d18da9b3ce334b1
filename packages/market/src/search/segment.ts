import type { BestRows } from "./best-rows.ts";
import type { CodeSizes } from "./code-sizes.ts";
import type { SortedPlaces } from "./find-range.ts";
import { endByte } from "./make-text-folder.ts";
import type { PlaceRanks } from "./place-ranks.ts";
import type { RowGroups } from "./row-groups.ts";
import { compareTexts, type RowTexts } from "./row-texts.ts";
import type { SlipTable } from "./slip-table.ts";
import type { SymbolSlots } from "./symbol-slots.ts";
import type { WordList } from "./word-list.ts";

/**
 * The best rows of all, of each common word of the names, and of each one or two bytes that are common: those that symbols begin
 * with, those that words of names begin with, and those elsewhere; each row is in one of the three at most.
 */
export type BestOfSegment = {
  /** One list. */
  readonly all: BestRows;
  readonly words: BestRows;
  readonly symbols: BestRows;
  readonly beginnings: BestRows;
  readonly within: BestRows;
  readonly groups: RowGroups;
};

/** A bit for each row that has a common word, so that rows with several of them are found by and-ing. */
export type RowBits = {
  /** Which stretch of the bits is a word's, or −1 where few rows have it. */
  readonly lists: Int32Array;
  readonly bits: Uint32Array;
  /** How many numbers of 32 bits a stretch has. */
  readonly size: number;
};

/**
 * Instruments that are searched together. Their texts never change; a row ends when its value falls below 0, and an
 * instrument that is added or renamed begins a row in another segment.
 */
export type Segment = RowTexts & {
  /** Which row a place in the text belongs to. */
  readonly ranks: PlaceRanks;
  readonly codeSizes: CodeSizes;
  readonly symbolStarts: SortedPlaces;
  readonly tickerStarts: SortedPlaces;
  /** Every place inside a symbol, and inside a ticker code. */
  readonly symbolPlaces: SortedPlaces;
  readonly tickerPlaces: SortedPlaces;
  readonly slips: SlipTable;
  readonly words: WordList;
  readonly common: RowBits;
  readonly best: BestOfSegment;
  readonly slots: SymbolSlots;
  /** Which rows a search has in its answer already; all 0 between two searches. */
  readonly taken: Uint8Array;
  liveCount: number;
};

/** The bytes that a segment takes, 8 for each symbol that it refers to included. */
export function segmentBytes(segment: Segment): number {
  const { words, slips, best, common } = segment;
  const sorted = [segment.symbolStarts, segment.tickerStarts, segment.symbolPlaces, segment.tickerPlaces];
  const lists = [
    ...[...sorted, words.sorted, words.suffixes].flatMap(({ places, pairs, grams }) => [
      places,
      pairs,
      grams?.bits,
    ]),
    ...[
      segment.text,
      segment.ranks,
      segment.slots,
      segment.taken,
      slips.ends,
      slips.members,
      slips.bits,
      segment.values,
    ],
    ...[
      words.sorted.text,
      words.ranks,
      words.slips.ends,
      words.slips.members,
      words.slips.bits,
      words.suffixCounts,
    ],
    ...[words.sequence, words.sequenceRanks, words.placeStarts, words.places],
    ...[best.all, best.words, best.symbols, best.beginnings, best.within, common.lists, common.bits],
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
