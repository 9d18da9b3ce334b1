import type { Range } from "./range.ts";
import { inStretches, type Steps } from "./steps.ts";

/**
 * Where in a sorted list the texts with each first two bytes begin, so that a look-up begins near its end. Small lists
 * have none.
 */
export type BytePairs = Int32Array | undefined;

const listedCountMin = 2_048;
/** Folded text has digits, upper-case letters and few signs; whatever is beyond them shares one code. */
const codeFirst = 0x20;
const codeLast = 0x5b;
const codeCount = codeLast - codeFirst + 2;
/** How many numbers pairs have. */
export const pairCount: number = codeCount * codeCount;

/** Notes where each pair begins. */
export function* bytePairs(text: Uint8Array, places: Int32Array, count: number): Steps<BytePairs> {
  if (count < listedCountMin) return undefined;
  const pairs = new Int32Array(pairCount + 1);
  yield* inStretches(count, (from, to) => {
    for (let i = from; i < to; i += 1) {
      const place = places[i] as number;
      const at = pairOf(text[place] as number, text[place] === 0 ? 0 : (text[place + 1] as number)) + 1;
      pairs[at] = (pairs[at] as number) + 1;
    }
  });
  for (let at = 1; at < pairs.length; at += 1) pairs[at] = (pairs[at] as number) + (pairs[at - 1] as number);
  return pairs;
}

/** The number of a pair; pairs that come later have no smaller one. */
export function pairOf(first: number, second: number): number {
  return codeOf(first) * codeCount + codeOf(second);
}

function codeOf(byte: number): number {
  if (byte < codeFirst) return 0;
  return Math.min(byte, codeLast) - codeFirst + 1;
}

/** How many groups `prefixGroup` tells apart. */
export const prefixGroupCount: number = pairCount + codeCount;

/** The number of what begins with one or two bytes, two if there are; −1 where others would have the same number. */
export function prefixGroup(first: number, second: number | undefined): number {
  if (!isTold(first) || (second !== undefined && !isTold(second))) return -1;
  return groupOfCodes(codeOf(first), second === undefined ? 0 : codeOf(second));
}

/** What stands for a byte in the number of a group; 0 for one that others would share it with. */
export function groupCode(byte: number): number {
  return isTold(byte) ? codeOf(byte) : 0;
}

/** The number of what begins with two bytes by what stands for them, or with one where the second is 0. */
export function groupOfCodes(first: number, second: number): number {
  return second === 0 ? pairCount + first : first * codeCount + second;
}

/** What begins a group: one byte, or two. */
export function bytesOfGroup(group: number): Uint8Array {
  const byteOf = (code: number) => code - 1 + codeFirst;
  if (group >= pairCount) return Uint8Array.of(byteOf(group - pairCount));
  return Uint8Array.of(byteOf(Math.floor(group / codeCount)), byteOf(group % codeCount));
}

/** Which of the sorted places belong to such a group. */
export function rangeOfGroup(pairs: BytePairs, group: number): Range {
  if (pairs === undefined) return { from: 0, to: 0 };
  if (group < pairCount) return { from: pairs[group] as number, to: pairs[group + 1] as number };
  const first = (group - pairCount) * codeCount;
  return { from: pairs[first] as number, to: pairs[first + codeCount] as number };
}

function isTold(byte: number): boolean {
  return byte >= codeFirst && byte < codeLast;
}
