import { BestRows, countForAnswers } from "./best-rows.ts";
import { prefixGroup, prefixGroupCount, rangeOfGroup } from "./byte-pairs.ts";
import { freshList } from "./fresh-list.ts";
import { gatherGroups } from "./gather-groups.ts";
import type { IntList } from "./int-list.ts";
import { gatherAll } from "./list-of-all.ts";
import { endByte } from "./make-text-folder.ts";
import { anywherePart, beginningWordPart } from "./part.ts";
import { placeOfRank, rankOfPlace } from "./place-ranks.ts";
import { RowGroups } from "./row-groups.ts";
import type { BestOfSegment, Segment } from "./segment.ts";
import { inStretches, type Steps, takeSteps } from "./steps.ts";

/** Few rows of one or two bytes are kept in order too, since what is typed first is asked for most. */
const groupSizeMin = 4;

/** As many of all rows are read where a term matches so many that the best of them are soon met. */
const listedOfAll = 2_048;

/** Gathers the best rows of everything common. */
export function* bestOfSegment(bare: Omit<Segment, "best">): Steps<BestOfSegment> {
  const { values, words, symbolStarts } = bare;
  const { placeStarts } = words;
  const groups = new RowGroups();
  const { beginnings, within } = yield* gatherGroups(bare, groups);
  const groupCount = symbolStarts.pairs === undefined ? 0 : prefixGroupCount;
  const symbolsOf = (group: number) => {
    const { from, to } = rangeOfGroup(symbolStarts.pairs, group);
    return to - from;
  };
  // A list that is empty tells more than none.
  const listedOf = (size: number, group: number) => {
    const total = symbolsOf(group) + (beginnings.sizes[group] as number) + (within.sizes[group] as number);
    return total < groupSizeMin ? undefined : countForAnswers(size);
  };
  const best = {
    all: new BestRows(
      values,
      1,
      () => values.length,
      () => Math.min(values.length, listedOfAll),
    ),
    words: new BestRows(values, words.count, (word) => {
      return (placeStarts[word + 1] as number) - (placeStarts[word] as number);
    }),
    symbols: new BestRows(values, groupCount, symbolsOf, listedOf),
    beginnings: yield* beginnings.listBest(listedOf),
    within: yield* within.listBest(listedOf),
    groups,
  };
  const segment = { ...bare, best };
  yield* gatherAll(segment);
  for (let word = 0; word < words.count; word += 1) {
    if (best.words.listOf(word) >= 0) yield* gatherWord(segment, word);
  }
  for (let group = 0; group < groupCount; group += 1) {
    if (best.symbols.listOf(group) >= 0) yield* gatherGroup(segment, group);
  }
  return best;
}

/** The list of the best rows that have a word, or −1 where few have it. */
export function listOfWord(segment: Segment, word: number): number {
  const { words } = segment.best;
  const list = words.listOf(word);
  if (list >= 0 && words.isSpent(list)) takeSteps(gatherWord(segment, word));
  return list;
}

/** The list of the best rows whose symbol begins with one or two bytes, or −1 where few do. */
export function listOfPrefix(segment: Segment, group: number): number {
  const { symbols } = segment.best;
  if (group < 0) return -1;
  const list = symbols.listOf(group);
  if (list >= 0 && symbols.isSpent(list)) takeSteps(gatherGroup(segment, group));
  return list;
}

/** The list of the best rows with a word of the name that begins with a group, but no such symbol; −1 where few have it anywhere. */
export function listOfBeginning(segment: Segment, group: number): number {
  const { beginnings, groups } = segment.best;
  return freshList(segment, beginnings, groups.beginnings, group, beginningWordPart);
}

/** The list of the best rows with a group at no beginning; −1 where few have it anywhere. */
export function listWithin(segment: Segment, group: number): number {
  const { within, groups } = segment.best;
  return freshList(segment, within, groups.within, group, anywherePart);
}

/** Has the lists follow a row whose value is about to change. */
export function followValue(segment: Segment, row: number, value: number): void {
  const { text, starts, words, best } = segment;
  best.all.follow(0, row, value);
  const start = starts[row] as number;
  const first = text[start] as number;
  const second = first === endByte ? endByte : (text[start + 1] as number);
  for (const group of [prefixGroup(first, undefined), prefixGroup(first, second)]) {
    if (group >= 0) best.symbols.follow(group, row, value);
  }
  best.groups.list(text, start, starts[row + 1] as number);
  followEach(best.within, best.groups.within, row, value);
  followEach(best.beginnings, best.groups.beginnings, row, value);
  const { sequence, sequenceRanks } = words;
  const name = placeOfRank(sequenceRanks, row) + 1;
  for (let place = name; place < sequence.length && (sequence[place] as number) >= 0; place += 1) {
    const word = sequence[place] as number;
    // A word that stands in the name twice is followed once.
    if (best.words.listOf(word) >= 0 && sequence.indexOf(word, name) === place) {
      best.words.follow(word, row, value);
    }
  }
}

function* gatherWord({ words, best }: Segment, word: number): Steps<void> {
  const { placeStarts, places, sequenceRanks } = words;
  const list = best.words.listOf(word);
  const start = placeStarts[word] as number;
  best.words.begin(list);
  yield* inStretches((placeStarts[word + 1] as number) - start, (from, to) => {
    for (let i = start + from; i < start + to; i += 1) {
      best.words.offer(list, rankOfPlace(sequenceRanks, places[i] as number));
    }
  });
  best.words.finish(list);
}

function* gatherGroup({ symbolStarts, best }: Segment, group: number): Steps<void> {
  const range = rangeOfGroup(symbolStarts.pairs, group);
  const list = best.symbols.listOf(group);
  best.symbols.begin(list);
  yield* inStretches(range.to - range.from, (from, to) => {
    for (let row = range.from + from; row < range.from + to; row += 1) best.symbols.offer(list, row);
  });
  best.symbols.finish(list);
}

function followEach(lists: BestRows, { values: groups, count }: IntList, row: number, value: number): void {
  for (let i = 0; i < count; i += 1) lists.follow(groups[i] as number, row, value);
}
