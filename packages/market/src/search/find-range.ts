import { type ByteGrams, gramSize, mayHaveGram } from "./byte-grams.ts";
import { type BytePairs, bytePairs, pairOf, prefixGroup, rangeOfGroup } from "./byte-pairs.ts";
import { nowhere, type Range } from "./range.ts";
import type { Steps } from "./steps.ts";

/** Places in a text, sorted by what stands there. */
export type SortedPlaces = {
  readonly text: Uint8Array;
  readonly places: Int32Array;
  readonly count: number;
  readonly pairs: BytePairs;
  /** Kept of places inside texts alone, where most of what is looked for does not stand. */
  readonly grams: ByteGrams;
};

/** Prepares places that are sorted for look-ups. */
export function* sortedPlaces(
  text: Uint8Array,
  places: Int32Array,
  count: number = places.length,
  grams: ByteGrams = undefined,
): Steps<SortedPlaces> {
  return { text, places, count, pairs: yield* bytePairs(text, places, count), grams };
}

/** Finds which of the sorted places begin with bytes of a term. */
export function findRange(sorted: SortedPlaces, term: Uint8Array, start: number, end: number): Range {
  const { text, places, pairs, grams } = sorted;
  if (pairs !== undefined && end - start <= 2) {
    const second = end - start === 2 ? (term[start + 1] as number) : undefined;
    const group = prefixGroup(term[start] as number, second);
    if (group >= 0) return rangeOfGroup(pairs, group);
  }
  if (grams !== undefined && end - start >= gramSize && !mayHaveGram(grams, term, start)) return nowhere;
  let from = 0;
  let last = sorted.count;
  if (pairs !== undefined && end - start > 1) {
    const pair = pairOf(term[start] as number, term[start + 1] as number);
    from = pairs[pair] as number;
    last = pairs[pair + 1] as number;
  }
  let to = last;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (compareTo(text, places[middle] as number, term, start, end) < 0) from = middle + 1;
    else to = middle;
  }
  return { from, to: findEnd(text, places, last, from, term, start, end) };
}

/** Looks near the beginning first, since most ranges are short. */
function findEnd(
  text: Uint8Array,
  places: Int32Array,
  last: number,
  first: number,
  term: Uint8Array,
  start: number,
  end: number,
): number {
  let from = first;
  let step = 1;
  while (from + step <= last && compareTo(text, places[from + step - 1] as number, term, start, end) === 0) {
    from += step;
    step *= 2;
  }
  let to = Math.min(last, from + step - 1);
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (compareTo(text, places[middle] as number, term, start, end) === 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Below 0 where the text at a place comes before the term, 0 where it begins with the term. */
function compareTo(text: Uint8Array, place: number, term: Uint8Array, start: number, end: number): number {
  for (let i = start, j = place; i < end; i += 1, j += 1) {
    const difference = (text[j] as number) - (term[i] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
