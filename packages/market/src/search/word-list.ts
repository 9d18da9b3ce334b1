import { byteGrams } from "./byte-grams.ts";
import { type SortedPlaces, sortedPlaces } from "./find-range.ts";
import { endByte, spaceByte } from "./make-text-folder.ts";
import { type PlaceRanks, placeRanks, rankOfPlace } from "./place-ranks.ts";
import type { RowTexts } from "./row-texts.ts";
import { type SlipTable, slipTable } from "./slip-table.ts";
import { sortSuffixes } from "./sort-suffixes.ts";
import { inStretches, type Steps } from "./steps.ts";
import { WordCollector } from "./word-collector.ts";
import { wordEnd } from "./word-end.ts";

const placesPerRow = 32;
const placesPerWord = 8;

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
  /** How many places have the words of the suffixes in front of each, so that a stretch is counted by its ends. */
  readonly suffixCounts: Int32Array;
  readonly ranks: PlaceRanks;
  /**
   * The words of all names one after another, by their numbers, and −1 in front of each name. So the next word of a
   * name is the next number, and a place among them tells its row.
   */
  readonly sequence: Int32Array;
  readonly sequenceRanks: PlaceRanks;
  /** Where the places of a word begin; those of the next word follow. */
  readonly placeStarts: Int32Array;
  /** The places of each word in the sequence, by the word behind it, so that two words of a phrase stand together. */
  readonly places: Int32Array;
  readonly slips: SlipTable;
};

/** Gathers the words of all names; a sign that belongs to no word is a word of its own. */
export function* wordList({ text, starts, symbols }: Omit<RowTexts, "values">): Steps<WordList> {
  const collector = new WordCollector(symbols.length);
  const collect = (from: number, to: number) => {
    for (let row = from; row < to; row += 1) {
      collector.beginName();
      let place = nameStart(text, starts[row] as number);
      while (text[place] !== endByte) {
        const end = wordEnd(text, place);
        if (text[place] !== spaceByte) collector.add(text, place, end);
        place = end;
      }
    }
  };
  yield* inStretches(symbols.length, collect, placesPerRow);
  const found = yield* collector.finish();
  const count = found.starts.length;
  const { sorted, ranksByWord } = yield* sortWords(found.text, found.starts);
  const words = sorted.text;
  const nameStarts = new Int32Array(symbols.length);
  yield* renumber(found.sequence, ranksByWord, nameStarts);
  const listed = yield* listPlaces(found.sequence, count);
  const ranks = yield* placeRanks(sorted.places, count, words.length);
  const inside = yield* listSuffixes(words, words.length - count);
  const grams = yield* byteGrams(words, inside);
  yield* sortSuffixes(words, inside);
  const suffixes = yield* sortedPlaces(words, inside, inside.length, grams);
  return {
    count,
    sorted,
    suffixes,
    suffixCounts: yield* countSuffixes(suffixes, ranks, listed.placeStarts),
    ranks,
    sequence: found.sequence,
    sequenceRanks: yield* placeRanks(nameStarts, symbols.length, found.sequence.length),
    ...listed,
    slips: yield* slipTable(words, sorted.places, count),
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

function* sortWords(
  text: Uint8Array,
  starts: Int32Array,
): Steps<Pick<WordList, "sorted"> & { readonly ranksByWord: Int32Array }> {
  const wordOfPlace = yield* placeRanks(starts, starts.length, text.length);
  const places = starts.slice();
  yield* sortSuffixes(text, places);
  const ranksByWord = new Int32Array(starts.length);
  const sorted = new Uint8Array(text.length);
  let end = 0;
  const copy = (from: number, to: number) => {
    for (let rank = from; rank < to; rank += 1) {
      let place = places[rank] as number;
      ranksByWord[rankOfPlace(wordOfPlace, place)] = rank;
      places[rank] = end;
      for (; text[place] !== endByte; place += 1, end += 1) sorted[end] = text[place] as number;
      end += 1;
    }
  };
  yield* inStretches(places.length, copy, placesPerWord);
  return { sorted: yield* sortedPlaces(sorted, places), ranksByWord };
}

function* listSuffixes(text: Uint8Array, count: number): Steps<Int32Array> {
  const places = new Int32Array(count);
  let found = 0;
  yield* inStretches(text.length, (from, to) => {
    for (let place = from; place < to; place += 1) {
      if (text[place] === endByte) continue;
      places[found] = place;
      found += 1;
    }
  });
  return places;
}

function* countSuffixes(
  { places }: SortedPlaces,
  ranks: PlaceRanks,
  placeStarts: Int32Array,
): Steps<Int32Array> {
  const counts = new Int32Array(places.length + 1);
  yield* inStretches(places.length, (from, to) => {
    for (let i = from; i < to; i += 1) {
      const word = rankOfPlace(ranks, places[i] as number);
      const count = (placeStarts[word + 1] as number) - (placeStarts[word] as number);
      counts[i + 1] = (counts[i] as number) + count;
    }
  });
  return counts;
}

/** Turns the words of each name into the places of each word, in two passes: by the word behind, and then by the word. */
function* listPlaces(
  sequence: Int32Array,
  wordCount: number,
): Steps<Pick<WordList, "placeStarts" | "places">> {
  const placeStarts = new Int32Array(wordCount + 1);
  const nextStarts = new Int32Array(wordCount + 2);
  yield* inStretches(sequence.length, (from, to) => {
    for (let place = from; place < to; place += 1) {
      const word = sequence[place] as number;
      if (word < 0) continue;
      placeStarts[word + 1] = (placeStarts[word + 1] as number) + 1;
      const next = wordBehind(sequence, place) + 2;
      nextStarts[next] = (nextStarts[next] as number) + 1;
    }
  });
  addUp(placeStarts);
  addUp(nextStarts);
  const total = placeStarts[wordCount] as number;
  const byNext = new Int32Array(total);
  yield* inStretches(sequence.length, (from, to) => {
    for (let place = from; place < to; place += 1) {
      if ((sequence[place] as number) < 0) continue;
      const next = wordBehind(sequence, place) + 1;
      const target = nextStarts[next] as number;
      byNext[target] = place;
      nextStarts[next] = target + 1;
    }
  });
  const ends = placeStarts.slice();
  const places = new Int32Array(total);
  yield* inStretches(total, (from, to) => {
    for (let i = from; i < to; i += 1) {
      const place = byNext[i] as number;
      const word = sequence[place] as number;
      const target = ends[word] as number;
      places[target] = place;
      ends[word] = target + 1;
    }
  });
  return { placeStarts, places };
}

/** The word behind a place, or −1 where the name ends. */
export function wordBehind(sequence: Int32Array, place: number): number {
  return place + 1 < sequence.length ? (sequence[place + 1] as number) : -1;
}

function addUp(counts: Int32Array): void {
  for (let i = 1; i < counts.length; i += 1) counts[i] = (counts[i] as number) + (counts[i - 1] as number);
}

/** Replaces each word by its number among the sorted ones, and lists where names begin. */
function* renumber(sequence: Int32Array, ranksByWord: Int32Array, nameStarts: Int32Array): Steps<void> {
  let row = 0;
  yield* inStretches(sequence.length, (from, to) => {
    for (let place = from; place < to; place += 1) {
      const word = sequence[place] as number;
      if (word >= 0) sequence[place] = ranksByWord[word] as number;
      else {
        nameStarts[row] = place;
        row += 1;
      }
    }
  });
}
