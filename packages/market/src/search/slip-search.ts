import type { Range } from "./find-range.ts";
import type { IntList } from "./int-list.ts";
import { countCharacters, isOneSlip } from "./is-one-slip.ts";
import { endByte } from "./make-text-folder.ts";
import { slipCharacterCounts } from "./match-rank.ts";
import type { SearchTerm } from "./search-term.ts";
import type { Segment } from "./segment.ts";
import { bucketOf, isNear, Leavings, memberOmissions, omissionBits, type SlipTable } from "./slip-table.ts";

/** Finds what is one slip from a term. */
export class SlipSearch {
  readonly #leavings = new Leavings();

  /** Lists the rows whose symbol is one slip from the term, some of them more than once. */
  listSymbols({ text, starts, slips }: Segment, term: SearchTerm, target: IntList): void {
    target.count = 0;
    if (term.characterCount < slipCharacterCounts.symbolMin) return;
    this.#list(slips, text, starts, term.bytes, 0, term.size, target);
  }

  /** Lists the words of names that are one slip from a piece of the term, each once. */
  listWords({ words }: Segment, { bytes }: SearchTerm, { from, to }: Range, target: IntList): void {
    target.count = 0;
    if (countCharacters(bytes, from, to) < slipCharacterCounts.wordMin) return;
    const { text, places } = words.sorted;
    this.#list(words.slips, text, places, bytes, from, to, target);
    const found = target.values.subarray(0, target.count).sort();
    target.count = 0;
    for (let i = 0; i < found.length; i += 1) {
      if (i === 0 || found[i] !== found[i - 1]) target.push(found[i] as number);
    }
  }

  #list(
    slips: SlipTable,
    text: Uint8Array,
    starts: Int32Array,
    bytes: Uint8Array,
    from: number,
    to: number,
    target: IntList,
  ): void {
    const leavings = this.#leavings;
    leavings.list(bytes, from, to);
    for (let i = 0; i < leavings.count; i += 1) {
      const bucket = bucketOf(leavings.hashes[i] as number, slips.shift);
      const last = slips.ends[bucket] as number;
      for (let place = bucket === 0 ? 0 : (slips.ends[bucket - 1] as number); place < last; place += 1) {
        const member = slips.members[place] as number;
        if (!isNear(i, member & memberOmissions)) continue;
        const start = starts[member >> omissionBits] as number;
        let end = start;
        while (text[end] !== endByte) end += 1;
        if (isOneSlip(bytes, from, to, text, start, end)) target.push(member >> omissionBits);
      }
    }
  }
}
