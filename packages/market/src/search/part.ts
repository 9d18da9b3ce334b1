import { findRange, type SortedPlaces } from "./find-range.ts";
import type { IntList } from "./int-list.ts";
import { rankOfPlace } from "./place-ranks.ts";
import { nowhere, type Range } from "./range.ts";
import type { SearchTerm } from "./search-term.ts";
import type { Segment } from "./segment.ts";

/** Where the rows are that have one part of a term: a superset, told by stretches of sorted lists. */
export class Part {
  /** Rows themselves, since they are sorted by symbol. */
  rows: Range = nowhere;
  symbolPlaces: Range = nowhere;
  tickerPlaces: Range = nowhere;
  tickerStarts: Range = nowhere;
  words: Range = nowhere;
  wordSuffixes: Range = nowhere;
  /** Words that are found one by one. */
  singleWords: Int32Array | undefined = undefined;
}

/** Rows with a word of the name that begins with the part. */
export function beginningWordPart({ words }: Segment, { bytes }: SearchTerm, at: Range): Part {
  const part = new Part();
  part.words = findRange(words.sorted, bytes, at.from, at.to);
  return part;
}

/** Rows with the part as a whole word of the name. */
export function wholeWordPart(segment: Segment, term: SearchTerm, at: Range): Part {
  const part = beginningWordPart(segment, term, at);
  const { text, places } = segment.words.sorted;
  const { from, to } = part.words;
  const isThere = from < to && text[(places[from] as number) + at.to - at.from] === 0;
  part.words = { from, to: isThere ? from + 1 : from };
  return part;
}

/** Rows with a word of the name that ends with the part. */
export function endingWordPart({ words }: Segment, term: SearchTerm, at: Range): Part {
  const ending = new Uint8Array(at.to - at.from + 1);
  ending.set(term.bytes.subarray(at.from, at.to));
  const part = new Part();
  part.wordSuffixes = findRange(words.suffixes, ending, 0, ending.length);
  return part;
}

/** Rows with the part somewhere in the symbol or the ticker code. */
export function codePart({ symbolPlaces, tickerPlaces }: Segment, { bytes }: SearchTerm, at: Range): Part {
  const part = new Part();
  part.symbolPlaces = findRange(symbolPlaces, bytes, at.from, at.to);
  part.tickerPlaces = findRange(tickerPlaces, bytes, at.from, at.to);
  return part;
}

/** Rows with a piece of the term somewhere; of several words in it, only the rarest is looked for in the name. */
export function anywherePart(segment: Segment, term: SearchTerm, piece: Range): Part {
  const part = codePart(segment, term, piece);
  const words = term.words.length > 1 ? wordsWithin(term, piece) : term.words;
  if (words.length > 1) setRarest(segment, part, partsInOrder(segment, term, words, endingWordPart));
  else part.wordSuffixes = findRange(segment.words.suffixes, term.bytes, piece.from, piece.to);
  return part;
}

/** Rows with a piece of the term at the beginning of a word, the symbol or the ticker code. */
export function beginningPart(segment: Segment, term: SearchTerm, piece: Range): Part {
  const part = new Part();
  setRarest(segment, part, partsInOrder(segment, term, wordsWithin(term, piece), wholeWordPart));
  part.rows = findRange(segment.symbolStarts, term.bytes, piece.from, piece.to);
  part.tickerStarts = findRange(segment.tickerStarts, term.bytes, piece.from, piece.to);
  return part;
}

/** What words are where they stand in a name as in the term: whole ones, but for the last and perhaps the first. */
export function partsInOrder(
  segment: Segment,
  term: SearchTerm,
  words: readonly Range[],
  firstPart: typeof wholeWordPart,
): readonly Part[] {
  return words.map((word, i) => {
    if (i === words.length - 1) return beginningWordPart(segment, term, word);
    return i === 0 ? firstPart(segment, term, word) : wholeWordPart(segment, term, word);
  });
}

function wordsWithin({ words }: SearchTerm, piece: Range): readonly Range[] {
  return words.filter(({ from }) => from >= piece.from && from < piece.to);
}

function setRarest(segment: Segment, part: Part, parts: readonly Part[]): void {
  const counts = parts.map((each) => countRows(segment, each));
  const rarest = parts[counts.indexOf(Math.min(...counts))] as Part;
  part.words = rarest.words;
  part.wordSuffixes = rarest.wordSuffixes;
}

/** Rows with one of some words. */
export function singleWordsPart(singleWords: Int32Array): Part {
  const part = new Part();
  part.singleWords = singleWords;
  return part;
}

/** How many rows a part has, those found twice counted twice. */
export function countRows(segment: Segment, part: Part): number {
  return countCodes(part) + countPlaces(segment, part);
}

/** How many rows a part has by symbols and ticker codes. */
export function countCodes({ rows, symbolPlaces, tickerPlaces, tickerStarts }: Part): number {
  return sizeOf(rows) + sizeOf(symbolPlaces) + sizeOf(tickerPlaces) + sizeOf(tickerStarts);
}

/** How many words a part has, those found twice counted twice. */
export function countWords({ words, wordSuffixes, singleWords }: Part): number {
  return sizeOf(words) + sizeOf(wordSuffixes) + (singleWords?.length ?? 0);
}

/** Lists the rows that a part has by symbols and ticker codes. */
export function gatherCodes(segment: Segment, part: Part, target: IntList): void {
  for (let row = part.rows.from; row < part.rows.to; row += 1) target.push(row);
  gatherPlaces(segment, segment.symbolPlaces, part.symbolPlaces, target);
  gatherPlaces(segment, segment.tickerPlaces, part.tickerPlaces, target);
  gatherPlaces(segment, segment.tickerStarts, part.tickerStarts, target);
}

/** Lists the rows of a part. */
export function gatherRows(segment: Segment, part: Part, target: IntList): void {
  const { placeStarts, places, sequenceRanks } = segment.words;
  target.count = 0;
  gatherCodes(segment, part, target);
  visitWords(segment, part, (word) => {
    const end = placeStarts[word + 1] as number;
    for (let i = placeStarts[word] as number; i < end; i += 1) {
      target.push(rankOfPlace(sequenceRanks, places[i] as number));
    }
    return true;
  });
}

/** Visits the words of a part, some of them more than once, until the visitor has enough. */
export function visitWords({ words }: Segment, part: Part, visit: (word: number) => boolean): void {
  for (let word = part.words.from; word < part.words.to; word += 1) if (!visit(word)) return;
  const { from, to } = part.wordSuffixes;
  for (let i = from; i < to; i += 1) {
    if (!visit(rankOfPlace(words.ranks, words.suffixes.places[i] as number))) return;
  }
  for (const word of part.singleWords ?? []) if (!visit(word)) return;
}

function countPlaces({ words }: Segment, part: Part): number {
  const { placeStarts, suffixCounts } = words;
  let count = (placeStarts[part.words.to] as number) - (placeStarts[part.words.from] as number);
  count += (suffixCounts[part.wordSuffixes.to] as number) - (suffixCounts[part.wordSuffixes.from] as number);
  for (const word of part.singleWords ?? []) {
    count += (placeStarts[word + 1] as number) - (placeStarts[word] as number);
  }
  return count;
}

function gatherPlaces(
  { ranks }: Segment,
  { places }: SortedPlaces,
  { from, to }: Range,
  target: IntList,
): void {
  target.reserve(to - from);
  const { values, count } = target;
  for (let i = from; i < to; i += 1) values[count + i - from] = rankOfPlace(ranks, places[i] as number);
  target.count += to - from;
}

function sizeOf({ from, to }: Range): number {
  return to - from;
}
