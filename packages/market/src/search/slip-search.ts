import { IntList } from "./int-list.ts";
import { countCharacters, isOneSlip } from "./is-one-slip.ts";
import { endByte } from "./make-text-folder.ts";
import { slipCharacterCounts } from "./match-rank.ts";
import type { Range } from "./range.ts";
import type { SearchTerm } from "./search-term.ts";
import type { Segment } from "./segment.ts";
import {
  bucketOf,
  isNear,
  Leavings,
  markOf,
  mayLeave,
  memberOmissions,
  type SlipTable,
} from "./slip-table.ts";
import type { TopList } from "./top-list.ts";

/** Finds what is one slip from a term. */
export class SlipSearch {
  readonly #leavings = new Leavings();
  readonly #members = new IntList();
  /** Both tables are asked for what the same term leaves. */
  #lastTerm: SearchTerm | undefined = undefined;

  /** Takes the best of the rows whose symbol is one slip from the term. */
  offerSymbols(segment: Segment, term: SearchTerm, top: TopList): void {
    const { bytes, size, characterCount } = term;
    if (characterCount < slipCharacterCounts.symbolMin) return;
    const { text, starts, slips, values, taken } = segment;
    this.#leave(term, 0, size);
    this.#list(slips);
    const { values: rows, count } = this.#members;
    for (let i = 0; i < count; i += 1) {
      const row = rows[i] as number;
      const value = values[row] as number;
      // Most have no room, and that is sooner known than whether they are one slip away.
      if (value < top.valueLeast || taken[row] === 1 || !top.canTake(row, value)) continue;
      const start = starts[row] as number;
      if (isOneSlip(bytes, 0, size, text, start, endOf(text, start))) top.take(row, value);
    }
  }

  /** Lists the words of names that are one slip from a piece of the term, each once. */
  listWords({ words }: Segment, term: SearchTerm, { from, to }: Range, target: IntList): void {
    const { bytes } = term;
    target.count = 0;
    if (countCharacters(bytes, from, to) < slipCharacterCounts.wordMin) return;
    const { text, places } = words.sorted;
    this.#leave(term, from, to);
    this.#list(words.slips);
    const { values: found, count } = this.#members;
    for (let i = 0; i < count; i += 1) {
      const word = found[i] as number;
      const start = places[word] as number;
      if (!isOneSlip(bytes, from, to, text, start, endOf(text, start))) continue;
      if (!target.has(word)) target.push(word);
    }
  }

  #leave(term: SearchTerm, from: number, to: number): void {
    const isWhole = from === 0 && to === term.size;
    if (isWhole && this.#lastTerm === term) return;
    this.#leavings.list(term.bytes, from, to);
    this.#lastTerm = isWhole ? term : undefined;
  }

  /** Lists what may be one slip away, some of it more than once. */
  #list(table: SlipTable): void {
    const { ends, members, shift, wordShift } = table;
    const { hashes, count } = this.#leavings;
    const target = this.#members;
    const markBits = (1 << wordShift) - 1 - memberOmissions;
    target.count = 0;
    for (let i = 0; i < count; i += 1) {
      const hash = hashes[i] as number;
      if (!mayLeave(table, hash)) continue;
      const bucket = bucketOf(hash, shift);
      const mark = markOf(hash, wordShift);
      const last = ends[bucket] as number;
      for (let place = bucket === 0 ? 0 : (ends[bucket - 1] as number); place < last; place += 1) {
        const member = members[place] as number;
        if ((member & markBits) === mark && isNear(i, member & memberOmissions)) {
          target.push(member >>> wordShift);
        }
      }
    }
  }
}

function endOf(text: Uint8Array, start: number): number {
  let end = start;
  while (text[end] !== endByte) end += 1;
  return end;
}
