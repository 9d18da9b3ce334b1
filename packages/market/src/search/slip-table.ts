import { isContinuation } from "./is-one-slip.ts";
import { inStretches, type Steps } from "./steps.ts";

/**
 * Which words become the same text when one character is left out. Two words one slip apart share such a text, or one
 * of them is what the other leaves; so whoever looks up what a term leaves finds every candidate. A text is known by a
 * hash alone, and a candidate has to be compared.
 */
export type SlipTable = {
  readonly ends: Int32Array;
  /**
   * A word, then as much of the hash as there is room for, so that most of what shares a bucket by chance is told apart
   * at once, and in the lowest bits which of the characters was left out.
   */
  readonly members: Uint32Array;
  readonly shift: number;
  /** How far up the number of the word stands. */
  readonly wordShift: number;
  /** A bit for each hash, shared by few: most of what a term leaves is left by no word, and asks no bucket. */
  readonly bits: Uint32Array;
  readonly bitShift: number;
};

const multiplier = 0x0100_0193;
const entriesPerBucket = 4;
/** As a power of two: thirty-two to sixty-four bits a bucket, eight to sixteen an entry. */
const bitsPerBucket = 5;
/** Words are looked at character by character. */
const placesPerWord = 8;
/** So many buckets, as a power of two, are filled together, since that many fit in what a processor has at hand. */
const partBitsMax = 12;
/** How many bits of a member say which character was left out, and those bits. */
export const omissionBits = 5;
export const memberOmissions = 31;
/** The last character is 1, the one before is 2; what is further away shares a number. */
const omittedNone = 0;
const omittedFar = memberOmissions;

/** Notes what each word leaves; a word ends at its 0. */
export function* slipTable(text: Uint8Array, starts: Int32Array, count: number): Steps<SlipTable> {
  let entryCount = count;
  yield* inStretches(
    count,
    (from, to) => {
      for (let word = from; word < to; word += 1) {
        entryCount += endOf(text, starts[word] as number) - (starts[word] as number);
      }
    },
    placesPerWord,
  );
  const bits = Math.max(4, 32 - Math.clz32(Math.ceil(entryCount / entriesPerBucket)));
  const wordShift = Math.max(omissionBits, Math.clz32(count));
  const table = {
    shift: 32 - bits,
    wordShift,
    bits: new Uint32Array(2 ** bits),
    bitShift: 32 - bits - bitsPerBucket,
  };
  const parted = yield* partEntries({ text, starts, count, entryCount, ...table });
  return { ...(yield* fillBuckets(parted, 2 ** bits)), ...table };
}

type Leavers = {
  readonly text: Uint8Array;
  readonly starts: Int32Array;
  readonly count: number;
  readonly entryCount: number;
} & Omit<SlipTable, "ends" | "members">;

/** Members and their buckets, those of neighbouring buckets together: so what is written next is near. */
type PartedEntries = {
  readonly buckets: Uint32Array;
  readonly members: Uint32Array;
  /** Where the entries of each part end. */
  readonly ends: Int32Array;
  /** How many buckets a part has, as a power of two. */
  readonly partBits: number;
};

function* partEntries(leavers: Leavers): Steps<PartedEntries> {
  const { text, starts, count, entryCount, shift, wordShift, bits, bitShift } = leavers;
  const partBits = Math.min(32 - shift, partBitsMax);
  const ends = new Int32Array(2 ** (32 - shift - partBits));
  const leavings = new Leavings();
  const countEach = (from: number, to: number) => {
    for (let word = from; word < to; word += 1) {
      leavings.list(text, starts[word] as number, endOf(text, starts[word] as number));
      for (let i = 0; i < leavings.count; i += 1) {
        const part = bucketOf(leavings.hashes[i] as number, shift) >>> partBits;
        ends[part] = (ends[part] as number) + 1;
      }
    }
  };
  yield* inStretches(count, countEach, placesPerWord);
  beginAtEach(ends, 0, ends.length, 0);
  const buckets = new Uint32Array(entryCount);
  const members = new Uint32Array(entryCount);
  const noteEach = (from: number, to: number) => {
    for (let word = from; word < to; word += 1) {
      leavings.list(text, starts[word] as number, endOf(text, starts[word] as number));
      for (let i = 0; i < leavings.count; i += 1) {
        const hash = leavings.hashes[i] as number;
        const bucket = bucketOf(hash, shift);
        const place = ends[bucket >>> partBits] as number;
        ends[bucket >>> partBits] = place + 1;
        buckets[place] = bucket;
        members[place] = (word << wordShift) | markOf(hash, wordShift) | Math.min(i, omittedFar);
        const bit = bucketOf(hash, bitShift);
        bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << (bit & 31));
      }
    }
  };
  yield* inStretches(count, noteEach, placesPerWord);
  return { buckets, members, ends, partBits };
}

function* fillBuckets(
  { buckets, members, ends: partEnds, partBits }: PartedEntries,
  bucketCount: number,
): Steps<Pick<SlipTable, "ends" | "members">> {
  const ends = new Int32Array(bucketCount);
  const filled = new Uint32Array(partEnds.at(-1) as number);
  for (let part = 0; part < partEnds.length; part += 1) {
    const start = part === 0 ? 0 : (partEnds[part - 1] as number);
    const count = (partEnds[part] as number) - start;
    yield* inStretches(count, (from, to) => {
      for (let i = start + from; i < start + to; i += 1) {
        const bucket = buckets[i] as number;
        ends[bucket] = (ends[bucket] as number) + 1;
      }
    });
    beginAtEach(ends, part << partBits, (part + 1) << partBits, start);
    yield* inStretches(count, (from, to) => {
      for (let i = start + from; i < start + to; i += 1) {
        const bucket = buckets[i] as number;
        const place = ends[bucket] as number;
        filled[place] = members[i] as number;
        ends[bucket] = place + 1;
      }
    });
  }
  return { ends, members: filled };
}

/** Turns counts into the places where each begins. */
function beginAtEach(counts: Int32Array, from: number, to: number, start: number): void {
  let total = start;
  for (let i = from; i < to; i += 1) {
    const count = counts[i] as number;
    counts[i] = total;
    total += count;
  }
}

/** What is left of a word without one of its characters, as hashes; the room for them is kept. */
export class Leavings {
  /** The whole word first, then without its last character, without the one before, and so on. */
  hashes: Uint32Array = new Uint32Array(64);
  count = 0;
  #beginnings: Uint32Array = new Uint32Array(64);

  list(text: Uint8Array, start: number, end: number): void {
    const size = end - start;
    if (this.hashes.length < size + 1) {
      this.hashes = new Uint32Array(2 * (size + 1));
      this.#beginnings = new Uint32Array(2 * (size + 1));
    }
    const beginnings = this.#beginnings;
    let whole = 0;
    for (let i = 0; i < size; i += 1) {
      beginnings[i] = whole;
      whole = (Math.imul(whole, multiplier) + (text[start + i] as number)) >>> 0;
    }
    this.hashes[0] = whole;
    let count = 1;
    // From the end, the hash of what follows grows by one byte at a time.
    let power = 1;
    let following = 0;
    let powerBehind = 1;
    let followingBehind = 0;
    for (let i = size - 1; i >= 0; i -= 1) {
      const byte = text[start + i] as number;
      following = (following + Math.imul(byte, power)) >>> 0;
      power = Math.imul(power, multiplier);
      if (isContinuation(byte)) continue;
      this.hashes[count] = (Math.imul(beginnings[i] as number, powerBehind) + followingBehind) >>> 0;
      count += 1;
      powerBehind = power;
      followingBehind = following;
    }
    this.count = count;
  }
}

/**
 * Whether words that leave the same may be one slip apart. If they are of one length, the characters left out stand in
 * one place, or side by side when they were swapped; two whole words are no slip apart.
 */
export function isNear(left: number, right: number): boolean {
  if (left === omittedNone || right === omittedNone) return left !== right;
  const distance = left - right;
  return (distance <= 1 && distance >= -1) || (left >= omittedFar && right === omittedFar);
}

/** The bucket of a hash. */
export function bucketOf(hash: number, shift: number): number {
  return Math.imul(hash, 0x9e37_79b1) >>> shift;
}

/** Whether a word may leave what has a hash; where it says no, none does. */
export function mayLeave({ bits, bitShift }: SlipTable, hash: number): boolean {
  const bit = bucketOf(hash, bitShift);
  return (((bits[bit >>> 5] as number) >>> (bit & 31)) & 1) === 1;
}

/** What a member tells of its hash: the lowest bits, which the buckets depend on least. */
export function markOf(hash: number, wordShift: number): number {
  return (Math.imul(hash, 0x9e37_79b1) << omissionBits) & ((1 << wordShift) - 1) & ~memberOmissions;
}

function endOf(text: Uint8Array, start: number): number {
  let end = start;
  while (text[end] !== 0) end += 1;
  return end;
}
