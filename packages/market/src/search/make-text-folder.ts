import { type ByteText, reserveBytes } from "./byte-text.ts";

/** Turns text into the bytes that are compared: without case and accents, single spaces, UTF-8. */
export type TextFolder = (text: string, target: ByteText) => void;

/** Bytes that every folded text may hold; 0 ends a field, so that no text contains it. */
export const endByte = 0;
export const spaceByte = 0x20;

const rangesFolded = [
  [0, 0x250],
  // Marks that stand alone in decomposed text.
  [0x300, 0x370],
  // The Vietnamese letters with two marks.
  [0x1e00, 0x1f00],
] as const;
const tableSize = 0x1f00;
const unknown = 0;
const dropped = 0xff;

let table: Uint8Array | undefined;

/** Makes a folder; the first asks Unicode about the letters of Vietnamese, and no other does, nor at any text. */
export function makeTextFolder(): TextFolder {
  table ??= makeTable();
  const known = table;
  return (text, target) => {
    if (!foldByTable(known, text, target)) encode(foldByUnicode(text), target);
  };
}

function makeTable(): Uint8Array {
  const made = new Uint8Array(tableSize);
  for (const [from, to] of rangesFolded) {
    for (let unit = from; unit < to; unit += 1) made[unit] = byteOf(String.fromCharCode(unit));
  }
  return made;
}

/** The one byte that a character folds to, if it is one. */
function byteOf(character: string): number {
  const folded = foldByUnicode(character);
  if (folded === "") return dropped;
  const unit = folded.charCodeAt(0);
  return folded.length === 1 && unit < 0x80 ? Math.max(unit, spaceByte) : unknown;
}

/** Upper case, so that symbols keep the order in which they are written. */
function foldByUnicode(text: string): string {
  return text
    .toWellFormed()
    .toUpperCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("Đ", "D")
    .replaceAll(/[\s\p{Cc}]/gu, " ")
    .replaceAll(/\p{Pd}/gu, "-")
    .replaceAll(/[\p{Pi}\p{Pf}]/gu, "'");
}

function foldByTable(table: Uint8Array, text: string, target: ByteText): boolean {
  reserveBytes(target, text.length);
  const { bytes } = target;
  const start = target.size;
  let end = start;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    const byte = unit < tableSize ? (table[unit] as number) : unknown;
    if (byte === unknown) return false;
    if (byte === dropped) continue;
    if (byte === spaceByte && (end === start || bytes[end - 1] === spaceByte)) continue;
    bytes[end] = byte;
    end += 1;
  }
  target.size = end > start && bytes[end - 1] === spaceByte ? end - 1 : end;
  return true;
}

function encode(folded: string, target: ByteText): void {
  const characters = folded.trim().replaceAll(/ +/g, " ");
  reserveBytes(target, characters.length * 3);
  for (const character of characters) encodePoint(character.codePointAt(0) ?? 0, target);
}

function encodePoint(point: number, target: ByteText): void {
  const { bytes } = target;
  const continuationCount = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x1_0000 ? 2 : 3;
  const lead = [0, 0xc0, 0xe0, 0xf0][continuationCount] ?? 0;
  bytes[target.size] = lead | (point >> (6 * continuationCount));
  target.size += 1;
  for (let left = continuationCount - 1; left >= 0; left -= 1) {
    bytes[target.size] = 0x80 | ((point >> (6 * left)) & 0x3f);
    target.size += 1;
  }
}
