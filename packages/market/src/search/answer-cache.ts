import { prefixGroup, prefixGroupCount } from "./byte-pairs.ts";
import type { SearchHit } from "./create-search-index.ts";
import { endByte, spaceByte } from "./make-text-folder.ts";
import { type MatchRank, slipHitsMax } from "./match-rank.ts";
import type { SearchTerm } from "./search-term.ts";
import type { Segment } from "./segment.ts";
import type { HeldRows, TopList } from "./top-list.ts";

/** As many answers are kept at least; twice as many at most. */
const answersMin = 4_096;

/** Values are told apart by how large they are about, so that small trades end no answer of large ones. */
const levelCount = 32;
const levelsPerDoubling = 0.7;
/**
 * A row belongs to the groups of the bytes and pairs of bytes in its text, to those of the first ones of its symbol, which
 * are numbered behind them, and to that of all rows.
 */
const symbolGroups = prefixGroupCount;
const wholeGroup = 2 * prefixGroupCount;
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
    const worst = hits.at(-1)?.rank;
    const hasSlips = worst?.endsWith("-slip") === true;
    const isWhole = hits.length < (hasSlips ? slipHitsMax : hitsMax);
    const group = isWhole ? noGroup : hasSlips ? wholeGroup : this.#quietGroup(term, worst);
    const level = levelOf(held.values.at(-1) ?? 0);
    this.#add(text, { hits, held, group, level, changeCount: this.#changeCount });
  }

  /** Notes that the value of a row was changed. */
  note({ text, starts, values }: Segment, row: number): void {
    this.#changeCount += 1;
    const level = levelOf(values[row] as number);
    const end = (starts[row + 1] as number) - 1;
    this.#noteGroup(wholeGroup, level);
    const start = starts[row] as number;
    for (const group of symbolGroupsOf(text[start] as number, text[start + 1] as number)) {
      this.#noteGroup(group, level);
    }
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

  /** Of the groups that whoever comes in belongs to, the one whose last change is longest ago. */
  #quietGroup({ bytes, size }: SearchTerm, worst: MatchRank | undefined): number {
    let quiet = wholeGroup;
    if (worst === "symbol-prefix") {
      const [one, two] = symbolGroupsOf(bytes[0] as number, size > 1 ? (bytes[1] as number) : endByte);
      // Whoever comes in is of the worst rank in the answer, since it has everything better.
      quiet = two >= 0 ? two : one >= 0 ? one : wholeGroup;
    }
    for (let place = 0; place < size; place += 1) {
      const first = bytes[place] as number;
      // Words may be found in any order and at any distance, so that a blank of the term is in no text for sure.
      if (first === spaceByte) continue;
      const second = bytes[place + 1] as number;
      const isPair = place + 1 < size && second !== spaceByte;
      const group = isPair ? prefixGroup(first, second) : prefixGroup(first, undefined);
      if (group >= 0 && this.#lastChangeIn(group, 0) < this.#lastChangeIn(quiet, 0)) quiet = group;
    }
    return quiet;
  }
}

/** The groups of symbols by their first byte and by their first two; −1 where others would have the same. */
function symbolGroupsOf(first: number, second: number): readonly [number, number] {
  const one = prefixGroup(first, undefined);
  const two = second === endByte ? noGroup : prefixGroup(first, second);
  return [one < 0 ? noGroup : symbolGroups + one, two < 0 ? noGroup : symbolGroups + two];
}

/** Larger values have no lower level. */
function levelOf(value: number): number {
  return Math.min(levelCount - 1, Math.floor(Math.log2(value + 1) * levelsPerDoubling));
}
