import type { QuotedInstrument } from "@trading-oms/market";
import { entryOf } from "./wire.ts";

const encoder = new TextEncoder();

/** Some 20 MB; beyond it, entries are written again. */
const keptMax = 10_000;

/** An entry as JSON in UTF-8, never written to again: another object once something is told of its instrument. */
export type WrittenEntry = Uint8Array;

/** Gives the entry of an instrument, the same object until something is told of the instrument. */
export type WriteEntry = (quoted: QuotedInstrument) => WrittenEntry;

/** Keeps entries, each until something is told of its instrument, and drops the one that was kept first beyond `max`. */
export function keepEntries(max: number = keptMax): WriteEntry {
  const kept = new Map<QuotedInstrument, { readonly version: number; readonly entry: WrittenEntry }>();
  return (quoted) => {
    const known = kept.get(quoted);
    if (known?.version === quoted.version) return known.entry;
    const entry = encoder.encode(JSON.stringify(entryOf(quoted)));
    const [first] = known === undefined && kept.size >= max ? kept.keys() : [];
    if (first !== undefined) kept.delete(first);
    kept.set(quoted, { version: quoted.version, entry });
    return entry;
  };
}

/** A list whose entries were written before. */
export type WrittenList = {
  /** A weak validator of the entries. */
  readonly etag: string;
  /** The list as JSON, and behind it the end of the object whose last member it is; not to be written to. */
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** Writes a list of entries under a name. */
export type WriteList = (name: string, entries: readonly WrittenEntry[]) => WrittenList;

type Kept = WrittenList & { readonly entries: readonly WrittenEntry[]; readonly sizeBytes: number };

/** What a list takes besides its bytes, generously. */
const overheadBytes = 1_024;

/**
 * Keeps lists by name, gives one again while its entries stay the same, and drops those that were not asked for
 * longest once they take more than they may. A name that is often asked for is joined once for many answers.
 */
export function keepLists({ bytesMax }: { readonly bytesMax: number }): WriteList {
  const lists = new Map<string, Kept>();
  let bytes = 0;
  return (name, entries) => {
    const kept = lists.get(name);
    if (kept !== undefined) {
      lists.delete(name);
      if (kept.entries.length === entries.length && kept.entries.every((entry, i) => entry === entries[i])) {
        lists.set(name, kept);
        return kept;
      }
      bytes -= kept.sizeBytes;
    }
    const list = writeList(name, entries);
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

const [openBracket, comma, closeBracket, closeBrace] = [0x5b, 0x2c, 0x5d, 0x7d];

/** Joins entries as they were written, copying each byte once. */
function writeList(name: string, entries: readonly WrittenEntry[]): Kept {
  let length = 3 + Math.max(0, entries.length - 1);
  for (const entry of entries) length += entry.length;
  const bytes = new Uint8Array(length);
  bytes[0] = openBracket;
  let at = 1;
  for (const entry of entries) {
    if (at > 1) {
      bytes[at] = comma;
      at += 1;
    }
    bytes.set(entry, at);
    at += entry.length;
  }
  bytes[at] = closeBracket;
  bytes[at + 1] = closeBrace;
  // Entries that were let go elsewhere are held by nobody but this list.
  const sizeBytes = 2 * length + 2 * name.length + overheadBytes;
  return { entries, etag: tagList(entries), bytes, sizeBytes };
}

type Digest = { readonly high: number; readonly low: number };

/** What was digested before, so that each entry is looked at once. */
const digests = new WeakMap<WrittenEntry, Digest>();

const beginHigh = 0x9e3779b9 | 0;
const beginLow = 0x7f4a7c15;

/**
 * Gives a list of entries a weak validator, by 64 bits of all their bytes: the same on every machine that has the same.
 * It tells changes apart, and is no proof against somebody who makes up entries.
 */
export function tagList(entries: readonly WrittenEntry[]): string {
  let high = beginHigh;
  let low = beginLow;
  for (const entry of entries) {
    let digest = digests.get(entry);
    if (digest === undefined) {
      digest = digestOf(entry);
      digests.set(entry, digest);
    }
    high = mixHigh(high, digest.high);
    low = mixLow(low, digest.low);
  }
  return `W/"${inDigits(high)}${inDigits(low)}"`;
}

/** Four bytes at a time, then the rest and the length. */
function digestOf(entry: WrittenEntry): Digest {
  const { buffer, byteOffset, length } = entry.byteOffset % 4 === 0 ? entry : entry.slice();
  const words = new Int32Array(buffer, byteOffset, length >>> 2);
  let high = beginHigh;
  let low = beginLow;
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] as number;
    high = mixHigh(high, word);
    low = mixLow(low, word);
  }
  for (let i = words.length * 4; i < length; i += 1) {
    const byte = entry[i] as number;
    high = mixHigh(high, byte);
    low = mixLow(low, byte);
  }
  return { high: mixHigh(high, length), low: mixLow(low, length) };
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
