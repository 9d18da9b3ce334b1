import type { BitReader } from "./bit-reader.ts";
import { type HuffmanTable, readSymbol } from "./huffman-table.ts";
import { zigzag } from "./zigzag.ts";

/** Reads a whole block, multiplied by its quantizer, into 64 coefficients; gives its mean for the next one to begin from. */
export function readSequential(
  reader: BitReader,
  dc: HuffmanTable,
  ac: HuffmanTable,
  quantizer: Uint16Array,
  before: number,
  block: Float32Array,
): number {
  block.fill(0);
  const mean = before + reader.readSigned(readSymbol(reader, dc) & 15);
  block[0] = mean * (quantizer[0] as number);
  for (let k = 1; k < 64; k += 1) {
    const symbol = readSymbol(reader, ac);
    const size = symbol & 15;
    if (size === 0 && symbol < 0xf0) break;
    k += symbol >> 4;
    if (k > 63) throw new Error("A block has too many coefficients.");
    if (size > 0) block[zigzag[k] as number] = reader.readSigned(size) * (quantizer[k] as number);
  }
  return mean;
}
