import { rankOfPlace } from "./place-ranks.ts";
import type { RowBits, Segment } from "./segment.ts";
import { inStretches, type Steps } from "./steps.ts";

/** A word is common where every so-manyth row has it. */
const commonShare = 64;
/** In so few rows nothing is common: reading them all takes no longer. */
const rowCountMin = 2_048;

const unlisted = -1;

/** Notes the rows of each common word. */
export function* rowBits({ symbols, words }: Pick<Segment, "symbols" | "words">): Steps<RowBits> {
  const size = (symbols.length >>> 5) + 1;
  const lists = new Int32Array(words.count).fill(unlisted);
  const least = symbols.length < rowCountMin ? Number.POSITIVE_INFINITY : symbols.length / commonShare;
  let count = 0;
  for (let word = 0; word < words.count; word += 1) {
    const places = (words.placeStarts[word + 1] as number) - (words.placeStarts[word] as number);
    if (places < least) continue;
    lists[word] = count;
    count += 1;
  }
  const bits = new Uint32Array(count * size);
  for (let word = 0; word < words.count; word += 1) {
    const list = lists[word] as number;
    if (list >= 0) yield* noteRowsOfWord(words, word, bits.subarray(list * size, (list + 1) * size));
  }
  return { lists, bits, size };
}

/** Notes a row. */
export function noteRow(bits: Uint32Array, row: number): void {
  bits[row >>> 5] = (bits[row >>> 5] as number) | (1 << (row & 31));
}

/** Notes the rows that have a word, be it common or not. */
export function noteWord({ words, common }: Segment, word: number, bits: Uint32Array): void {
  const list = common.lists[word] as number;
  if (list < 0) {
    noteRows(words, words.placeStarts[word] as number, words.placeStarts[word + 1] as number, bits);
    return;
  }
  const start = list * common.size;
  for (let at = 0; at < common.size; at += 1) {
    bits[at] = (bits[at] as number) | (common.bits[start + at] as number);
  }
}

function* noteRowsOfWord(words: Segment["words"], word: number, bits: Uint32Array): Steps<void> {
  const start = words.placeStarts[word] as number;
  yield* inStretches((words.placeStarts[word + 1] as number) - start, (from, to) => {
    noteRows(words, start + from, start + to, bits);
  });
}

/** Notes the rows of a stretch of places. */
function noteRows(
  { places, sequenceRanks }: Segment["words"],
  from: number,
  to: number,
  bits: Uint32Array,
): void {
  for (let i = from; i < to; i += 1) noteRow(bits, rankOfPlace(sequenceRanks, places[i] as number));
}
