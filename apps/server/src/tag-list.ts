type Digest = readonly [number, number];

/** Whoever writes elements hands over the same object while nothing has changed, so that each is looked at once. */
const digests = new WeakMap<Uint8Array, Digest>();

const begin: Digest = [0x9e3779b9 | 0, 0x7f4a7c15];

/**
 * Gives a list of written elements a weak validator, by 64 bits of all their bytes: the same on every machine that has
 * the same. It tells changes apart, and is no proof against somebody who makes up elements.
 */
export function tagList(elements: readonly Uint8Array[]): string {
  let [high, low] = begin;
  for (const element of elements) {
    const digest = digestOf(element);
    high = mixHigh(high, digest[0]);
    low = mixLow(low, digest[1]);
  }
  return `W/"${inDigits(high)}${inDigits(low)}"`;
}

function digestOf(element: Uint8Array): Digest {
  const known = digests.get(element);
  if (known !== undefined) return known;
  const digest = digestBytes(element);
  digests.set(element, digest);
  return digest;
}

/** Four bytes at a time, then the rest and the length. */
function digestBytes(bytes: Uint8Array): Digest {
  const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const words = new Int32Array(buffer, byteOffset, length >>> 2);
  let [high, low] = begin;
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] as number;
    high = mixHigh(high, word);
    low = mixLow(low, word);
  }
  for (let i = words.length * 4; i < length; i += 1) {
    const byte = bytes[i] as number;
    high = mixHigh(high, byte);
    low = mixLow(low, byte);
  }
  return [mixHigh(high, length), mixLow(low, length)];
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
