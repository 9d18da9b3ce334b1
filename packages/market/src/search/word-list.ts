import { type SortedPlaces, sortedPlaces } from "./find-range.ts";
import { endByte, spaceByte } from "./make-text-folder.ts";
import { type PlaceRanks, placeRanks, rankOfPlace } from "./place-ranks.ts";
import type { RowTexts } from "./row-texts.ts";
import { type SlipTable, slipTable } from "./slip-table.ts";
import { sortSuffixes } from "./sort-suffixes.ts";
import { WordCollector } from "./word-collector.ts";
import { wordEnd } from "./word-end.ts";
import { type WordPairs, wordPairs } from "./word-pairs.ts";

/**
 * The different words of all names, sorted, and the rows of each. Names share most of their words, so what is looked
 * for inside words is looked for once and not in every name.
 */
export type WordList = {
  readonly count: number;
  /** The words one after another, a 0 behind each, and where each begins. */
  readonly sorted: SortedPlaces;
  /** Every place in them but those of the zeros. */
  readonly suffixes: SortedPlaces;
  readonly ranks: PlaceRanks;
  /**
   * The words of all names one after another, by their numbers, and −1 in front of each name. So the next word of a
   * name is the next number, and a place among them tells its row.
   */
  readonly sequence: Int32Array;
  readonly sequenceRanks: PlaceRanks;
  readonly pairs: WordPairs;
  /** Where the places of a word begin; those of the next word follow. */
  readonly placeStarts: Int32Array;
  /** The places of each word in the sequence, ascending. */
  readonly places: Int32Array;
  readonly slips: SlipTable;
};

/** Gathers the words of all names; a sign that belongs to no word is a word of its own. */
export function wordList({ text, starts, symbols }: RowTexts): WordList {
  const collector = new WordCollector();
  for (let row = 0; row < symbols.length; row += 1) {
    collector.beginName();
    let place = nameStart(text, starts[row] as number);
    while (text[place] !== endByte) {
      const end = wordEnd(text, place);
      if (text[place] !== spaceByte) collector.add(text, place, end);
      place = end;
    }
  }
  const found = collector.finish();
  const count = found.starts.length;
  const { sorted, ranksByWord } = sortWords(found.text, found.starts);
  const words = sorted.text;
  const nameStarts = new Int32Array(symbols.length);
  renumber(found.sequence, ranksByWord, nameStarts);
  return {
    count,
    sorted,
    suffixes: sortedPlaces(words, listSuffixes(words, words.length - count)),
    ranks: placeRanks(sorted.places, count, words.length),
    sequence: found.sequence,
    sequenceRanks: placeRanks(nameStarts, symbols.length, found.sequence.length),
    pairs: wordPairs(found.sequence),
    ...listPlaces(found.sequence, count),
    slips: slipTable(words, sorted.places, count),
  };
}

/** Where the name of a row begins: behind its symbol and its ticker code. */
export function nameStart(text: Uint8Array, rowStart: number): number {
  let place = rowStart;
  while (text[place] !== endByte) place += 1;
  place += 1;
  while (text[place] !== endByte) place += 1;
  return place + 1;
}

function sortWords(
  text: Uint8Array,
  starts: Int32Array,
): Pick<WordList, "sorted"> & { readonly ranksByWord: Int32Array } {
  const wordOfPlace = placeRanks(starts, starts.length, text.length);
  const places = starts.slice();
  sortSuffixes(text, places);
  const ranksByWord = new Int32Array(starts.length);
  const sorted = new Uint8Array(text.length);
  let end = 0;
  for (let rank = 0; rank < places.length; rank += 1) {
    let place = places[rank] as number;
    ranksByWord[rankOfPlace(wordOfPlace, place)] = rank;
    places[rank] = end;
    for (; text[place] !== endByte; place += 1, end += 1) sorted[end] = text[place] as number;
    end += 1;
  }
  return { sorted: sortedPlaces(sorted, places), ranksByWord };
}

function listSuffixes(text: Uint8Array, count: number): Int32Array {
  const places = new Int32Array(count);
  let found = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] === endByte) continue;
    places[found] = place;
    found += 1;
  }
  sortSuffixes(text, places);
  return places;
}

/** Turns the words of each name into the places of each word. */
function listPlaces(sequence: Int32Array, wordCount: number): Pick<WordList, "placeStarts" | "places"> {
  const placeStarts = new Int32Array(wordCount + 1);
  let total = 0;
  for (let place = 0; place < sequence.length; place += 1) {
    const word = sequence[place] as number;
    if (word < 0) continue;
    placeStarts[word + 1] = (placeStarts[word + 1] as number) + 1;
    total += 1;
  }
  for (let word = 0; word < wordCount; word += 1) {
    placeStarts[word + 1] = (placeStarts[word + 1] as number) + (placeStarts[word] as number);
  }
  const ends = placeStarts.slice();
  const places = new Int32Array(total);
  for (let place = 0; place < sequence.length; place += 1) {
    const word = sequence[place] as number;
    if (word < 0) continue;
    const target = ends[word] as number;
    places[target] = place;
    ends[word] = target + 1;
  }
  return { placeStarts, places };
}

/** Replaces each word by its number among the sorted ones, and lists where names begin. */
function renumber(sequence: Int32Array, ranksByWord: Int32Array, nameStarts: Int32Array): void {
  let row = 0;
  for (let place = 0; place < sequence.length; place += 1) {
    const word = sequence[place] as number;
    if (word >= 0) sequence[place] = ranksByWord[word] as number;
    else {
      nameStarts[row] = place;
      row += 1;
    }
  }
}
