import type { QuotedInstrument } from "@trading-oms/market";
import { entryOf } from "./wire.ts";

const encoder = new TextEncoder();

/** Some 20 MB; whoever searches for more has them written again. */
const keptMax = 10_000;

/** Gives the entry of an instrument as JSON, the same object until something is told of the instrument. */
export type WriteEntry = (quoted: QuotedInstrument) => WrittenElement;

/** Keeps entries as JSON, each until something is told of its instrument, and drops the one that was kept first beyond `max`. */
export function keepEntries(max: number = keptMax): WriteEntry {
  const kept = new Map<QuotedInstrument, WrittenElement>();
  return (quoted) => {
    const known = kept.get(quoted);
    if (known?.version === quoted.version) return known;
    const bytes = encoder.encode(JSON.stringify(entryOf(quoted)));
    const entry = { version: quoted.version, bytes: () => bytes };
    const [first] = known === undefined && kept.size >= max ? kept.keys() : [];
    if (first !== undefined) kept.delete(first);
    kept.set(quoted, entry);
    return entry;
  };
}

/** A list whose elements were written before. */
export type WrittenList = {
  /** A weak validator of the elements. */
  readonly etag: string;
  /** The list as JSON, and behind it the end of the object whose last member it is; not to be written to. */
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** Writes a list under a name, of what its elements say now: nothing may be awaited between asking for them and this. */
export type WriteList = (name: string, elements: readonly WrittenElement[]) => WrittenList;

type Kept = WrittenList & {
  readonly elements: readonly WrittenElement[];
  readonly versions: readonly number[];
  readonly sizeBytes: number;
};

/** What a list takes besides its bytes, generously. */
const frameBytes = 1_024;

/**
 * Keeps lists by name, gives one again while none of its elements was renewed, and drops those that were not asked for
 * longest once they take more than they may. A name that is often asked for is joined once for many answers.
 */
export function keepLists({ bytesMax }: { readonly bytesMax: number }): WriteList {
  const lists = new Map<string, Kept>();
  let bytes = 0;
  return (name, elements) => {
    const kept = lists.get(name);
    if (kept !== undefined) {
      lists.delete(name);
      if (isOf(kept, elements)) {
        lists.set(name, kept);
        return kept;
      }
      bytes -= kept.sizeBytes;
    }
    const list = writeList(name, elements);
    lists.set(name, list);
    bytes += list.sizeBytes;
    for (const [oldest, { sizeBytes }] of lists) {
      if (bytes <= bytesMax) break;
      lists.delete(oldest);
      bytes -= sizeBytes;
    }
    return list;
  };
}

function writeList(name: string, elements: readonly WrittenElement[]): Kept {
  const bytes = joinJsonList("[", elements, "]}");
  return {
    elements,
    versions: elements.map(({ version }) => version),
    etag: tagList(elements),
    bytes,
    // Elements that were let go elsewhere are held by nobody but this list.
    sizeBytes: 2 * bytes.length + 2 * name.length + frameBytes,
  };
}

function isOf({ elements: known, versions }: Kept, elements: readonly WrittenElement[]): boolean {
  if (known.length !== elements.length) return false;
  for (let index = 0; index < elements.length; index += 1) {
    const element = elements[index];
    if (known[index] !== element || versions[index] !== element?.version) return false;
  }
  return true;
}

/** An element of a list as JSON in UTF-8, of whoever renews it in place. */
export type WrittenElement = {
  /** Another after each renewal. */
  readonly version: number;
  /** What is written now; it says something else once the element is renewed, and is not to be written to. */
  bytes(): Uint8Array;
};

const comma = 0x2c;

/** Joins what stands before a list, its elements as they were written, and what stands behind it, copying each byte once. */
export function joinJsonList(
  head: string,
  elements: readonly WrittenElement[],
  tail: string,
): Uint8Array<ArrayBuffer> {
  const parts = elements.map((element) => element.bytes());
  const begin = encoder.encode(head);
  const end = encoder.encode(tail);
  let sizeBytes = begin.length + end.length + Math.max(0, parts.length - 1);
  for (const part of parts) sizeBytes += part.length;
  const bytes = new Uint8Array(sizeBytes);
  bytes.set(begin);
  let at = begin.length;
  for (const part of parts) {
    if (at > begin.length) {
      bytes[at] = comma;
      at += 1;
    }
    bytes.set(part, at);
    at += part.length;
  }
  bytes.set(end, at);
  return bytes;
}

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
