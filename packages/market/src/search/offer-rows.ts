import { listOfWord } from "./best-of-segment.ts";
import type { BestRows } from "./best-rows.ts";
import type { IntList } from "./int-list.ts";
import { rankOfPlace } from "./place-ranks.ts";
import { rankRow } from "./rank-row.ts";
import type { SearchTerm } from "./search-term.ts";
import type { Segment } from "./segment.ts";
import type { TopList } from "./top-list.ts";

/** After so many rows of a list it shows whether enough of it match. */
const triedCount = 64;

/** Takes rows from a list, the best first; true where every other row of its group is worse than what is taken. */
export function offerList({ taken }: Segment, best: BestRows, list: number, top: TopList): boolean {
  const { rows, rowValues } = best;
  const start = best.starts[list] as number;
  const count = best.counts[list] as number;
  const isWhole = best.isWhole(list);
  if (top.count === top.settledCount) return top.takeInOrder(rows, rowValues, start, count) || isWhole;
  const isNoneTaken = top.isNoneMarked;
  for (let i = start; i < start + count; i += 1) {
    const row = rows[i] as number;
    const value = rowValues[i] as number;
    if (!top.canTake(row, value)) return true;
    if (isNoneTaken || taken[row] === 0) top.take(row, value);
  }
  return isWhole;
}

/** Does the same with a list that has no row in common with any before it. */
export function readOff(segment: Segment, best: BestRows, list: number, top: TopList): boolean {
  if (!top.canLend) return offerList(segment, best, list, top);
  const { rows, rowValues, starts, counts } = best;
  return top.lend(rows, rowValues, starts[list] as number, counts[list] as number) || best.isWhole(list);
}

/** Takes from the best rows with a word those of a rank; true where no other row with the word would be taken. */
export function tryList(
  segment: Segment,
  term: SearchTerm,
  rank: number,
  word: number,
  top: TopList,
): boolean {
  const list = listOfWord(segment, word);
  if (list < 0) return false;
  const { text, starts, taken, best } = segment;
  const { rows, rowValues } = best.words;
  const start = best.words.starts[list] as number;
  const count = best.words.counts[list] as number;
  const needed = top.neededCount;
  let found = 0;
  for (let i = 0; i < count; i += 1) {
    const row = rows[start + i] as number;
    const value = rowValues[start + i] as number;
    if (!top.canTake(row, value)) return true;
    if (i % triedCount === triedCount - 1 && found * count < needed * i) return false;
    if (taken[row] === 1) continue;
    if (rankRow(text, starts[row] as number, starts[row + 1] as number, term) !== rank) continue;
    top.take(row, value);
    found += 1;
  }
  return false;
}

export function offerRows(segment: Segment, { values: rows, count }: IntList, top: TopList): void {
  for (let i = 0; i < count; i += 1) offerRow(segment, rows[i] as number, top);
}

export function offerRanked(
  segment: Segment,
  term: SearchTerm,
  rank: number,
  { values: rows, count }: Pick<IntList, "values" | "count">,
  top: TopList,
): void {
  const { text, starts, values, taken } = segment;
  for (let i = 0; i < count; i += 1) {
    const row = rows[i] as number;
    const value = values[row] as number;
    if (value < top.valueLeast || taken[row] === 1 || !top.canTake(row, value)) continue;
    const found = rankRow(text, starts[row] as number, starts[row + 1] as number, term);
    if (found === rank) top.take(row, value);
  }
}

/** Takes the best of the rows that have a word in their names. */
export function offerWord(segment: Segment, word: number, top: TopList): void {
  const list = listOfWord(segment, word);
  if (list >= 0 && offerList(segment, segment.best.words, list, top)) return;
  const { placeStarts, places, sequenceRanks } = segment.words;
  const end = placeStarts[word + 1] as number;
  for (let i = placeStarts[word] as number; i < end; i += 1) {
    offerRow(segment, rankOfPlace(sequenceRanks, places[i] as number), top);
  }
}

export function offerRow({ values, taken }: Segment, row: number, top: TopList): void {
  const value = values[row] as number;
  if (value < top.valueLeast || taken[row] === 1 || !top.canTake(row, value)) return;
  top.take(row, value);
}
