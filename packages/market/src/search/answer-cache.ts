import { prefixGroup, prefixGroupCount } from "./byte-pairs.ts";
import type { SearchHit } from "./create-search-index.ts";
import { endByte, spaceByte } from "./make-text-folder.ts";
import { slipHitsMax } from "./match-rank.ts";
import type { SearchTerm } from "./search-term.ts";
import type { Segment } from "./segment.ts";
import type { HeldRows, TopList } from "./top-list.ts";

/** As many answers are kept at least; twice as many at most. */
const answersMin = 4_096;

/** Values are told apart by how large they are about, so that small trades end no answer of large ones. */
const levelCount = 32;
const levelsPerDoubling = 0.7;
/** Every row belongs to this group, and to those of the bytes and pairs of bytes in its text. */
const wholeGroup = prefixGroupCount;
const noGroup = -1;

/** An answer, and how it is known that it still stands. */
type Answer = {
  readonly hits: readonly SearchHit[];
  /** Its rows, which have to have the values by which they stand there. */
  readonly held: HeldRows;
  /** A group that every match of the term belongs to; none where the answer has every match. */
  readonly group: number;
  /** From which value on a row of the group might come in, by its level; and what had changed by then. */
  readonly level: number;
  readonly changeCount: number;
};

/**
 * Answers of before, each for as long as nothing that could change it has changed: neither the value of a row that it has,
 * nor that of another match to one that might come in. What matches a term has every two bytes of it that stand side by
 * side, so it is noted for each such pair when a value about as large was last changed to. A slip has no such pair, and
 * stands beside every row.
 */
export class AnswerCache {
  #young: Map<string, Answer> = new Map();
  #old: Map<string, Answer> = new Map();
  /** For each group and level, the number of the last change. */
  readonly #lastChanges: Float64Array = new Float64Array((wholeGroup + 1) * levelCount);
  #changeCount = 0;

  /** The answer to a term as it was typed, if it is known and still stands. */
  find(text: string): readonly SearchHit[] | undefined {
    const young = this.#young.get(text);
    const answer = young ?? this.#old.get(text);
    if (answer === undefined || !this.#stands(answer)) return undefined;
    if (young === undefined) this.#add(text, answer);
    return answer.hits;
  }

  /** Keeps an answer that was just found, of which the list still tells the rows. */
  keep(text: string, term: SearchTerm, hits: readonly SearchHit[], hitsMax: number, top: TopList): void {
    const held = top.held();
    const hasSlips = hits.at(-1)?.rank.endsWith("-slip") === true;
    const isWhole = hits.length < (hasSlips ? slipHitsMax : hitsMax);
    const group = isWhole ? noGroup : hasSlips ? wholeGroup : this.#quietGroup(term);
    const level = levelOf(held.values.at(-1) ?? 0);
    this.#add(text, { hits, held, group, level, changeCount: this.#changeCount });
  }

  /** Notes that the value of a row was changed. */
  note({ text, starts, values }: Segment, row: number): void {
    this.#changeCount += 1;
    const level = levelOf(values[row] as number);
    const end = (starts[row + 1] as number) - 1;
    this.#noteGroup(wholeGroup, level);
    for (let place = starts[row] as number; place < end; place += 1) {
      const first = text[place] as number;
      const second = text[place + 1] as number;
      this.#noteGroup(prefixGroup(first, undefined), level);
      if (second !== endByte) this.#noteGroup(prefixGroup(first, second), level);
    }
  }

  /** Forgets everything, as when rows have come or gone. */
  clear(): void {
    if (this.#young.size > 0) this.#young = new Map();
    if (this.#old.size > 0) this.#old = new Map();
  }

  #noteGroup(group: number, level: number): void {
    if (group >= 0) this.#lastChanges[group * levelCount + level] = this.#changeCount;
  }

  #stands({ held, group, level, changeCount }: Answer): boolean {
    const { segments, owners, rows, values } = held;
    for (let i = 0; i < rows.length; i += 1) {
      const segment = segments[owners[i] as number] as Segment;
      if (segment.values[rows[i] as number] !== values[i]) return false;
    }
    return group === noGroup || this.#lastChangeIn(group, level) <= changeCount;
  }

  #lastChangeIn(group: number, levelMin: number): number {
    let last = 0;
    for (let level = levelMin; level < levelCount; level += 1) {
      last = Math.max(last, this.#lastChanges[group * levelCount + level] as number);
    }
    return last;
  }

  #add(text: string, answer: Answer): void {
    this.#young.set(text, answer);
    if (this.#young.size < answersMin) return;
    this.#old = this.#young;
    this.#young = new Map();
  }

  /** Of the groups that every match of a term belongs to, the one whose last change is longest ago. */
  #quietGroup({ bytes, size }: SearchTerm): number {
    let quiet = wholeGroup;
    for (let place = 0; place < size; place += 1) {
      const first = bytes[place] as number;
      const second = bytes[place + 1] as number;
      const isPair = place + 1 < size && first !== spaceByte && second !== spaceByte;
      const group = isPair ? prefixGroup(first, second) : prefixGroup(first, undefined);
      if (group >= 0 && this.#lastChangeIn(group, 0) < this.#lastChangeIn(quiet, 0)) quiet = group;
    }
    return quiet;
  }
}

/** Larger values have no lower level. */
function levelOf(value: number): number {
  return Math.min(levelCount - 1, Math.floor(Math.log2(value + 1) * levelsPerDoubling));
}
