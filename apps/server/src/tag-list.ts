import type { WrittenElement } from "./written-element.ts";

type Digest = { version: number; high: number; low: number };

/** What each element said at a version, so that it is looked at once. */
const digests = new WeakMap<WrittenElement, Digest>();

const beginHigh = 0x9e3779b9 | 0;
const beginLow = 0x7f4a7c15;

/**
 * Gives a list of written elements a weak validator, by 64 bits of all their bytes: the same on every machine that has
 * the same. It tells changes apart, and is no proof against somebody who makes up elements.
 */
export function tagList(elements: readonly WrittenElement[]): string {
  let high = beginHigh;
  let low = beginLow;
  for (const element of elements) {
    const digest = digestOf(element);
    high = mixHigh(high, digest.high);
    low = mixLow(low, digest.low);
  }
  return `W/"${inDigits(high)}${inDigits(low)}"`;
}

function digestOf(element: WrittenElement): Digest {
  let digest = digests.get(element);
  if (digest?.version === element.version) return digest;
  if (digest === undefined) {
    digest = { version: 0, high: 0, low: 0 };
    digests.set(element, digest);
  }
  digestInto(digest, element.bytes());
  digest.version = element.version;
  return digest;
}

/** Four bytes at a time, then the rest and the length. */
function digestInto(digest: Digest, element: Uint8Array): void {
  const { buffer, byteOffset, length } = element.byteOffset % 4 === 0 ? element : element.slice();
  const words = new Int32Array(buffer, byteOffset, length >>> 2);
  let high = beginHigh;
  let low = beginLow;
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] as number;
    high = mixHigh(high, word);
    low = mixLow(low, word);
  }
  for (let i = words.length * 4; i < length; i += 1) {
    const byte = element[i] as number;
    high = mixHigh(high, byte);
    low = mixLow(low, byte);
  }
  digest.high = mixHigh(high, length);
  digest.low = mixLow(low, length);
}

/** Each step can be undone, so that one difference never gets lost; the turn lets every bit reach every other. */
function mixHigh(state: number, word: number): number {
  return Math.imul(((state << 15) | (state >>> 17)) ^ word, 0x85ebca6b);
}

function mixLow(state: number, word: number): number {
  return Math.imul(((state << 11) | (state >>> 21)) ^ word, 0xc2b2ae35);
}

function inDigits(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}
