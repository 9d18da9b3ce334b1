import type { QuotedInstrument } from "@trading-oms/market";
import type { WriteList, WrittenEntry, WrittenList } from "../../../services.ts";
import { entryOf } from "../../wire/symbol-entry.ts";

const encoder = new TextEncoder();

/** Returns the entry of an instrument; the same object until the instrument changes or its entry is evicted. */
export type WriteEntry = (quoted: QuotedInstrument) => WrittenEntry;

/** Caches entries until their instrument changes, about 20 MB of them; beyond `max` it evicts the one that was cached first. */
export function cacheEntries(max = 10_000): WriteEntry {
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

type Kept = WrittenList & { readonly entries: readonly WrittenEntry[]; readonly sizeBytes: number };

/** A generous estimate of the overhead of a cached list. */
const overheadBytes = 1_024;

/**
 * Caches lists by name while their entries stay the same, so that a frequent search is joined once for many
 * answers. Evicts the least recently used lists beyond `bytesMax`.
 */
export function cacheLists({ bytesMax }: { readonly bytesMax: number }): WriteList {
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
  // Counts the entries as well, because the list may be the only one that still references them.
  const sizeBytes = 2 * length + 2 * name.length + overheadBytes;
  return { entries, etag: tagList(entries), bytes, sizeBytes };
}

type Digest = { readonly high: number; readonly low: number };

/** Digests of entries, so that each entry is read once. */
const digests = new WeakMap<WrittenEntry, Digest>();

const beginHigh = 0x9e3779b9 | 0;
const beginLow = 0x7f4a7c15;

/**
 * A weak validator of a list: 64 bits over all bytes, equal on every little-endian machine with the same entries. It
 * detects changes but is not collision-resistant.
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

/** Digests four bytes at a time, then the remaining bytes and the length. */
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

/** Each step is invertible, so a single difference is never lost; the rotation spreads every bit. */
function mixHigh(state: number, word: number): number {
  return Math.imul(((state << 15) | (state >>> 17)) ^ word, 0x85ebca6b);
}

function mixLow(state: number, word: number): number {
  return Math.imul(((state << 11) | (state >>> 21)) ^ word, 0xc2b2ae35);
}

function inDigits(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}
