import { IntList } from "./int-list.ts";
import { countCodes, countRows, countWords, gatherCodes, type Part, visitWords } from "./part.ts";
import { noteRow, noteWord } from "./row-bits.ts";
import type { Segment } from "./segment.ts";

/** Of a part with more words than this it takes longer to say which rows have it than it helps. */
const wordsMax = 4_096;
/** Reading a row of the rarest part takes as long as noting so many rows of another. */
const readCost = 16;

/** Finds the rows that have all parts of a term, by a bit for each row that has one. */
export class TogetherSearch {
  readonly #codes = new IntList();
  #all: Uint32Array = new Uint32Array(0);
  #one: Uint32Array = new Uint32Array(0);

  /** Lists the rows; false where they may also lack a part that too many words have. */
  list(segment: Segment, parts: readonly Part[], rarest: number, target: IntList): boolean {
    const { size } = segment.common;
    if (this.#all.length < size) {
      this.#all = new Uint32Array(size);
      this.#one = new Uint32Array(size);
    }
    const all = this.#all;
    const costMax = readCost * countRows(segment, parts[rarest] as Part);
    let isSure = true;
    this.#note(segment, parts[rarest] as Part, all);
    for (const [i, part] of parts.entries()) {
      if (i === rarest) continue;
      const cost = countCodes(part) + readCost * countWords(part);
      if (countWords(part) > wordsMax || cost > costMax) isSure = false;
      else this.#keep(segment, part, all);
    }
    target.begin(countRows(segment, parts[rarest] as Part));
    const { values } = target;
    let count = 0;
    for (let at = 0; at < size; at += 1) {
      for (let left = all[at] as number; left !== 0; left &= left - 1) {
        values[count] = 32 * at + 31 - Math.clz32(left & -left);
        count += 1;
      }
    }
    target.count = count;
    return isSure;
  }

  #keep(segment: Segment, part: Part, all: Uint32Array): void {
    const { size } = segment.common;
    const one = this.#one;
    this.#note(segment, part, one);
    for (let at = 0; at < size; at += 1) all[at] = (all[at] as number) & (one[at] as number);
  }

  #note(segment: Segment, part: Part, bits: Uint32Array): void {
    bits.fill(0, 0, segment.common.size);
    visitWords(segment, part, (word) => {
      noteWord(segment, word, bits);
      return true;
    });
    const codes = this.#codes;
    codes.count = 0;
    gatherCodes(segment, part, codes);
    for (let i = 0; i < codes.count; i += 1) noteRow(bits, codes.values[i] as number);
  }
}

/** Which part has the fewest rows, and how many it has. */
export function findRarest(
  segment: Segment,
  parts: readonly Part[],
): { readonly at: number; readonly count: number } {
  let at = 0;
  let count = Number.POSITIVE_INFINITY;
  for (const [i, part] of parts.entries()) {
    const counted = countRows(segment, part);
    if (counted >= count) continue;
    at = i;
    count = counted;
  }
  return { at, count };
}
