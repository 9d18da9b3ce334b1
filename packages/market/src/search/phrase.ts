import type { Range } from "./find-range.ts";
import type { IntList } from "./int-list.ts";
import { countRows, endingWordPart, type Part, partsInOrder, wholeWordPart } from "./part.ts";
import { rankOfPlace } from "./place-ranks.ts";
import type { SearchTerm } from "./search-term.ts";
import type { Segment } from "./segment.ts";
import type { WordList } from "./word-list.ts";
import { mayStandTogether } from "./word-pairs.ts";

const wordsAskedMax = 64;

/** Several words of a term as they have to follow one another in a name. */
export type Phrase = {
  readonly parts: readonly Part[];
  /** Which words each part may be, by their numbers; nothing is said of a first one that may be any of its ending. */
  readonly froms: Int32Array;
  readonly tos: Int32Array;
  readonly ending: Uint8Array | undefined;
  /** The part with the fewest places, and how many it has. */
  readonly rarest: number;
  readonly count: number;
};

/** The term where it begins with a word of the name: all its words but the last are whole there. */
export function phraseFromWord(segment: Segment, term: SearchTerm): Phrase {
  return phraseOf(segment, term, wholeWordPart, undefined);
}

/** The term wherever it begins; undefined where it can only begin with a word. */
export function phraseFromWithin(segment: Segment, term: SearchTerm): Phrase | undefined {
  const first = term.words[0] as Range;
  const phrase = phraseOf(segment, term, endingWordPart, term.bytes.slice(first.from, first.to));
  const { from, to } = (phrase.parts[0] as Part).wordSuffixes;
  const isWhole = wholeWordPart(segment, term, first).words;
  return to - from > isWhole.to - isWhole.from ? phrase : undefined;
}

/** Whether every two words of a phrase may stand side by side; where asking would take long, they may. */
export function mayStand({ words }: Segment, { parts }: Phrase): boolean {
  for (let i = 1; i < parts.length; i += 1) {
    const left = wordsOf(words, parts[i - 1] as Part);
    const right = wordsOf(words, parts[i] as Part);
    if (left === undefined || right === undefined) continue;
    if (!left.some((word) => right.some((next) => mayStandTogether(words.pairs, word, next)))) return false;
  }
  return true;
}

/** The words that a part may be, unless they are many. */
function wordsOf({ ranks, suffixes }: WordList, part: Part): readonly number[] | undefined {
  const { from, to } = part.wordSuffixes;
  const count = part.words.to - part.words.from;
  if (count + to - from > wordsAskedMax) return undefined;
  const words = Array.from({ length: count }, (_, i) => part.words.from + i);
  for (let i = from; i < to; i += 1) words.push(rankOfPlace(ranks, suffixes.places[i] as number));
  return words;
}

/** Lists the rows whose name has the words of a phrase one after another. */
export function listPhraseRows({ words }: Segment, phrase: Phrase, target: IntList): void {
  target.count = 0;
  const part = phrase.parts[phrase.rarest] as Part;
  listFollowing(words, phrase, part.words.from, part.words.to, target);
  for (let i = part.wordSuffixes.from; i < part.wordSuffixes.to; i += 1) {
    const word = rankOfPlace(words.ranks, words.suffixes.places[i] as number);
    listFollowing(words, phrase, word, word + 1, target);
  }
}

function phraseOf(
  segment: Segment,
  term: SearchTerm,
  firstPart: typeof wholeWordPart,
  ending: Uint8Array | undefined,
): Phrase {
  const parts = partsInOrder(segment, term, term.words, firstPart);
  const counts = parts.map((part) => countRows(segment, part));
  const count = Math.min(...counts);
  return {
    parts,
    froms: Int32Array.from(parts, ({ words }) => words.from),
    tos: Int32Array.from(parts, ({ words }) => words.to),
    ending,
    rarest: counts.indexOf(count),
    count,
  };
}

function listFollowing(words: WordList, phrase: Phrase, from: number, to: number, target: IntList): void {
  const { placeStarts, places, sequence, sequenceRanks } = words;
  const { froms, tos, ending, rarest } = phrase;
  const last = froms.length - 1;
  const first = ending === undefined ? 0 : 1;
  const end = placeStarts[to] as number;
  for (let i = placeStarts[from] as number; i < end; i += 1) {
    const place = places[i] as number;
    // From the rarest word outwards, so that nothing is looked at beyond the −1 in front of a name.
    let before = rarest - 1;
    while (before >= first && isBetween(sequence[place + before - rarest] as number, froms, tos, before))
      before -= 1;
    if (before >= first) continue;
    let behind = rarest + 1;
    while (behind <= last && isBetween(sequence[place + behind - rarest] as number, froms, tos, behind))
      behind += 1;
    if (behind <= last) continue;
    const isFirstFound = ending === undefined || rarest === 0;
    if (isFirstFound || endsWith(words, sequence[place - rarest] as number, ending)) {
      target.push(rankOfPlace(sequenceRanks, place));
    }
  }
}

function isBetween(word: number, froms: Int32Array, tos: Int32Array, i: number): boolean {
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
