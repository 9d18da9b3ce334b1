import { inStretches, type Steps, stepSizeMax } from "./steps.ts";

const insertionCountMax = 12;
const countingCountMin = 4_096;
/** So few places are sorted within a step. */
const stepCountMax = stepSizeMax / 8;

/**
 * Sorts places in a text by what is written from there up to the next 0. Three-way radix quicksort looks at each byte
 * about once, where comparing whole texts would look at shared beginnings again and again.
 */
export function* sortSuffixes(text: Uint8Array, places: Int32Array): Steps<void> {
  if (places.length < countingCountMin) {
    sortFrom(text, places, 0, places.length, 0);
    yield places.length;
    return;
  }
  const ends = yield* sortByTwoBytes(text, places);
  let from = 0;
  let sorted = 0;
  for (let pair = 0; pair < ends.length; pair += 1) {
    const to = ends[pair] as number;
    // A pair whose second byte is 0 is a whole text, and nothing is left to compare.
    const isWhole = to - from < 2 || (pair & 0xff) === 0;
    if (!isWhole && to - from > stepCountMax) yield* sortMany(text, places, from, to, 2);
    else {
      if (!isWhole) sortFrom(text, places, from, to, 2);
      sorted += isWhole ? 1 : to - from;
    }
    from = to;
    if (sorted < stepCountMax) continue;
    yield sorted;
    sorted = 0;
  }
}

/** Puts places into buckets by their first two bytes, and gives the end of each bucket. */
function* sortByTwoBytes(text: Uint8Array, places: Int32Array): Steps<Int32Array> {
  const ends = new Int32Array(0x1_0000);
  yield* inStretches(places.length, (from, to) => {
    for (let i = from; i < to; i += 1) {
      const pair = pairAt(text, places[i] as number);
      ends[pair] = (ends[pair] as number) + 1;
    }
  });
  let total = 0;
  for (let pair = 0; pair < ends.length; pair += 1) {
    const count = ends[pair] as number;
    ends[pair] = total;
    total += count;
  }
  const unsorted = places.slice();
  yield* inStretches(places.length, (from, to) => {
    for (let i = from; i < to; i += 1) {
      const place = unsorted[i] as number;
      const pair = pairAt(text, place);
      const target = ends[pair] as number;
      places[target] = place;
      ends[pair] = target + 1;
    }
  });
  return ends;
}

/** Does the same as `sortFrom`, with a step for each stretch that is parted. */
function* sortMany(
  text: Uint8Array,
  places: Int32Array,
  start: number,
  end: number,
  skipped: number,
): Steps<void> {
  const waiting = [{ from: start, to: end, depth: skipped }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { from, to, depth } = next;
    if (to - from <= stepCountMax) {
      sortFrom(text, places, from, to, depth);
      yield to - from;
      continue;
    }
    const pivot = pivotOf(text, places, from, to, depth);
    const parted = { less: from, next: from, greater: to };
    while (parted.next < parted.greater) {
      const before = parted.next - parted.greater;
      partByByte(text, places, depth, pivot, parted, stepSizeMax);
      yield parted.next - parted.greater - before;
    }
    waiting.push({ from, to: parted.less, depth }, { from: parted.greater, to, depth });
    if (pivot !== 0) waiting.push({ from: parted.less, to: parted.greater, depth: depth + 1 });
  }
}

/** What is parted stands in front of `less` or from `greater` on, and what equals the pivot in front of `next`. */
type Parted = { less: number; next: number; greater: number };

function partByByte(
  text: Uint8Array,
  places: Int32Array,
  depth: number,
  pivot: number,
  parted: Parted,
  countMax: number,
): void {
  let { less, next, greater } = parted;
  for (let left = countMax; left > 0 && next < greater; left -= 1) {
    const place = places[next] as number;
    const byte = text[place + depth] as number;
    if (byte < pivot) {
      places[next] = places[less] as number;
      places[less] = place;
      less += 1;
      next += 1;
    } else if (byte > pivot) {
      greater -= 1;
      places[next] = places[greater] as number;
      places[greater] = place;
    } else next += 1;
  }
  parted.less = less;
  parted.next = next;
  parted.greater = greater;
}

function pairAt(text: Uint8Array, place: number): number {
  const first = text[place] as number;
  return first === 0 ? 0 : (first << 8) | (text[place + 1] as number);
}

function sortFrom(text: Uint8Array, places: Int32Array, start: number, end: number, skipped: number): void {
  let from = start;
  let to = end;
  let depth = skipped;
  while (to - from > insertionCountMax) {
    const pivot = pivotOf(text, places, from, to, depth);
    let less = from;
    let greater = to;
    for (let i = from; i < greater; ) {
      const place = places[i] as number;
      const byte = text[place + depth] as number;
      if (byte < pivot) {
        places[i] = places[less] as number;
        places[less] = place;
        less += 1;
        i += 1;
      } else if (byte > pivot) {
        greater -= 1;
        places[i] = places[greater] as number;
        places[greater] = place;
      } else i += 1;
    }
    sortFrom(text, places, from, less, depth);
    sortFrom(text, places, greater, to, depth);
    if (pivot === 0) return;
    from = less;
    to = greater;
    depth += 1;
  }
  insertEach(text, places, from, to, depth);
}

function pivotOf(text: Uint8Array, places: Int32Array, from: number, to: number, depth: number): number {
  const x = text[(places[from] as number) + depth] as number;
  const y = text[(places[(from + to) >> 1] as number) + depth] as number;
  const z = text[(places[to - 1] as number) + depth] as number;
  return Math.max(Math.min(x, y), Math.min(Math.max(x, y), z));
}

function insertEach(text: Uint8Array, places: Int32Array, from: number, to: number, depth: number): void {
  for (let i = from + 1; i < to; i += 1) {
    const place = places[i] as number;
    let gap = i;
    while (gap > from && isBefore(text, place + depth, (places[gap - 1] as number) + depth)) {
      places[gap] = places[gap - 1] as number;
      gap -= 1;
    }
    places[gap] = place;
  }
}

function isBefore(text: Uint8Array, left: number, right: number): boolean {
  for (let i = 0; ; i += 1) {
    const x = text[left + i] as number;
    const y = text[right + i] as number;
    if (x !== y) return x < y;
    if (x === 0) return false;
  }
}
