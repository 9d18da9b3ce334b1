import type { BitReader } from "./bit-reader.ts";

/** Codes up to this length are looked up at once. */
const quickLength = 9;

/** A Huffman table, and how its codes are found. */
export interface HuffmanTable {
  /** For the next bits the length of the code that they begin with, times 256, and its symbol; 0 for a longer one. */
  readonly quick: Uint16Array;
  readonly symbols: Uint8Array;
  /** For each length the largest code, -1 where there is none, and where its symbols stand less its first code. */
  readonly largest: Int32Array;
  readonly offsets: Int32Array;
}

/** Makes a table of the number of codes of each length, 1 to 16, and of the symbols in their order. */
export function makeHuffmanTable(counts: Uint8Array, symbols: Uint8Array): HuffmanTable {
  const quick = new Uint16Array(1 << quickLength);
  const largest = new Int32Array(17).fill(-1);
  const offsets = new Int32Array(17);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= 16; length += 1) {
    const count = counts[length - 1] ?? 0;
    if (code + count > 1 << length) throw new Error("A Huffman table has too many codes.");
    offsets[length] = index - code;
    for (let k = 0; k < count; k += 1, code += 1, index += 1) {
      if (length > quickLength) continue;
      const start = code << (quickLength - length);
      quick.fill((length << 8) | (symbols[index] ?? 0), start, start + (1 << (quickLength - length)));
    }
    if (count > 0) largest[length] = code - 1;
    code <<= 1;
  }
  return { quick, symbols, largest, offsets };
}

/** Reads the next symbol. */
export function readSymbol(reader: BitReader, table: HuffmanTable): number {
  const found = table.quick[reader.peek(quickLength)] as number;
  if (found === 0) return readLongSymbol(reader, table);
  reader.skip(found >> 8);
  return found & 0xff;
}

function readLongSymbol(reader: BitReader, { largest, offsets, symbols }: HuffmanTable): number {
  for (let length = quickLength + 1; length <= 16; length += 1) {
    const code = reader.peek(length);
    if (code > (largest[length] as number)) continue;
    reader.skip(length);
    return symbols[code + (offsets[length] as number)] ?? 0;
  }
  throw new Error("A Huffman code is unknown.");
}
