import type { IntList } from "./int-list.ts";
import { beginningWordPart, endingWordPart, wholeWordPart } from "./part.ts";
import { rankOfPlace } from "./place-ranks.ts";
import type { Range } from "./range.ts";
import type { SearchTerm } from "./search-term.ts";
import type { Segment } from "./segment.ts";
import { type WordList, wordBehind } from "./word-list.ts";

/** Looking up one word and what stands behind it takes as long as looking at so many places. */
const lookUpCost = 24;

/** Several words of a term as they have to follow one another in a name. */
export type Phrase = {
  /** Which words each may be, by their numbers; nothing is said of a first one that may be any of its ending. */
  readonly froms: readonly number[];
  readonly tos: readonly number[];
  readonly ending: Uint8Array | undefined;
  /** Which of the words stands at the places to look at, stretches of the places by word; and how many those are. */
  readonly at: number;
  readonly stretches: readonly Range[];
  readonly count: number;
};

/** The term where it begins with a word of the name: all its words but the last are whole there. */
export function phraseFromWord(segment: Segment, term: SearchTerm): Phrase {
  const words = term.words.map((word, i) => wordsAt(segment, term, word, i));
  return phraseOf(words, undefined, rarestPair(segment, words, 0));
}

/** The term where it begins inside a word. */
export function phraseFromWithin(segment: Segment, term: SearchTerm): Phrase {
  const first = term.words[0] as Range;
  const words = term.words.map((word, i) => (i === 0 ? { from: 0, to: 0 } : wordsAt(segment, term, word, i)));
  const ending = term.bytes.slice(first.from, first.to);
  const behind = words.length > 2 ? rarestPair(segment, words, 1) : undefined;
  const count = behind === undefined ? Number.POSITIVE_INFINITY : countOf(behind.stretches);
  const { wordSuffixes } = endingWordPart(segment, term, first);
  if (behind !== undefined && (wordSuffixes.to - wordSuffixes.from) * lookUpCost >= count) {
    return phraseOf(words, ending, behind);
  }
  const pairs = pairsByEnding(segment, wordSuffixes, words[1] as Range);
  return phraseOf(words, ending, behind === undefined || countOf(pairs.stretches) < count ? pairs : behind);
}

/** Lists the rows whose name has the words of a phrase one after another, of those at some stretches. */
export function listPhraseRows(
  { words }: Segment,
  phrase: Phrase,
  stretches: readonly Range[],
  target: IntList,
): void {
  target.count = 0;
  for (const { from, to } of stretches) listFollowing(words, phrase, from, to, target);
}

/** Of the places of a word, those with one of some words behind: places are sorted by what is behind them. */
export function placesBetween(
  { places, sequence }: WordList,
  all: Range,
  nextFrom: number,
  nextTo: number,
): Range {
  const boundary = (least: number) => {
    let { from, to } = all;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (wordBehind(sequence, places[middle] as number) < least) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  return { from: boundary(nextFrom), to: boundary(nextTo) };
}

type Looked = { readonly at: number; readonly stretches: readonly Range[] };

function wordsAt(segment: Segment, term: SearchTerm, word: Range, i: number): Range {
  const find = i === term.words.length - 1 ? beginningWordPart : wholeWordPart;
  return find(segment, term, word).words;
}

function phraseOf(
  words: readonly Range[],
  ending: Uint8Array | undefined,
  { at, stretches }: Looked,
): Phrase {
  const froms: number[] = [];
  const tos: number[] = [];
  let isNowhere = false;
  for (const { from, to } of words) {
    if (from === to && (froms.length > 0 || ending === undefined)) isNowhere = true;
    froms.push(from);
    tos.push(to);
  }
  const looked = isNowhere ? [] : stretches;
  return { froms, tos, ending, at, stretches: looked, count: countOf(looked) };
}

function countOf(stretches: readonly Range[]): number {
  let count = 0;
  for (const { from, to } of stretches) count += to - from;
  return count;
}

/** Of the words side by side, from a first one on, the two that stand together most seldom. */
function rarestPair({ words: list }: Segment, words: readonly Range[], first: number): Looked {
  let rarest: Looked = { at: first, stretches: [] };
  let least = Number.POSITIVE_INFINITY;
  for (let at = first; at + 1 < words.length; at += 1) {
    const stretch = placesBefore(list, words[at] as Range, words[at + 1] as Range);
    if (stretch.to - stretch.from >= least) continue;
    least = stretch.to - stretch.from;
    rarest = { at, stretches: [stretch] };
  }
  return rarest;
}

function placesBefore(list: WordList, word: Range, next: Range): Range {
  const { placeStarts } = list;
  const all = { from: placeStarts[word.from] as number, to: placeStarts[word.to] as number };
  return placesBetween(list, all, next.from, next.to);
}

/** Looks at the words with an ending one by one, or at every place of what stands behind them, whichever is less. */
function pairsByEnding({ words: list }: Segment, { from, to }: Range, next: Range): Looked {
  const behind = {
    from: list.placeStarts[next.from] as number,
    to: list.placeStarts[next.to] as number,
  };
  if ((to - from) * lookUpCost > behind.to - behind.from) return { at: 1, stretches: [behind] };
  const stretches: Range[] = [];
  for (let i = from; i < to; i += 1) {
    const word = rankOfPlace(list.ranks, list.suffixes.places[i] as number);
    const stretch = placesBefore(list, { from: word, to: word + 1 }, next);
    if (stretch.to > stretch.from) stretches.push(stretch);
  }
  return { at: 0, stretches };
}

function listFollowing(words: WordList, phrase: Phrase, start: number, end: number, target: IntList): void {
  const { places, sequence, sequenceRanks } = words;
  const { froms, tos, ending, at } = phrase;
  const last = froms.length - 1;
  const first = ending === undefined ? 0 : 1;
  for (let i = start; i < end; i += 1) {
    const place = places[i] as number;
    // From the looked-up word outwards, so that nothing is looked at beyond the −1 in front of a name.
    let before = at - 1;
    while (before >= first && isBetween(sequence[place + before - at] as number, froms, tos, before))
      before -= 1;
    if (before >= first) continue;
    let behind = at + 1;
    while (behind <= last && isBetween(sequence[place + behind - at] as number, froms, tos, behind))
      behind += 1;
    if (behind <= last) continue;
    if (ending === undefined || endsWith(words, sequence[place - at] as number, ending)) {
      target.push(rankOfPlace(sequenceRanks, place));
    }
  }
}

function isBetween(word: number, froms: readonly number[], tos: readonly number[], i: number): boolean {
  return word >= (froms[i] as number) && word < (tos[i] as number);
}

function endsWith({ sorted, count }: WordList, word: number, ending: Uint8Array): boolean {
  if (word < 0) return false;
  const { text, places: starts } = sorted;
  const end = (word + 1 < count ? (starts[word + 1] as number) : text.length) - 1;
  const start = end - ending.length;
  if (start < (starts[word] as number)) return false;
  for (let i = 0; i < ending.length; i += 1) if (text[start + i] !== ending[i]) return false;
  return true;
}
