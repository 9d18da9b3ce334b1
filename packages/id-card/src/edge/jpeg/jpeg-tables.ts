import { type HuffmanTable, makeHuffmanTable } from "./huffman-table.ts";

/** The tables that stand in a picture before the scans that use them. */
export class JpegTables {
  readonly quantizers: (Uint16Array | undefined)[] = [];
  readonly means: (HuffmanTable | undefined)[] = [];
  readonly bands: (HuffmanTable | undefined)[] = [];

  /** Takes quantizers, each with its coefficients in the order in which they are written. */
  addQuantizers(segment: Uint8Array): void {
    for (let at = 0; at < segment.length; ) {
      const head = segment[at] as number;
      const isWide = head >> 4 > 0;
      const quantizer = new Uint16Array(64);
      at += 1;
      for (let k = 0; k < 64; k += 1, at += isWide ? 2 : 1) {
        quantizer[k] = isWide ? ((segment[at] ?? 0) << 8) | (segment[at + 1] ?? 0) : (segment[at] ?? 0);
      }
      this.quantizers[head & 3] = quantizer;
    }
  }

  addHuffman(segment: Uint8Array): void {
    for (let at = 0; at + 17 <= segment.length; ) {
      const head = segment[at] as number;
      const counts = segment.subarray(at + 1, at + 17);
      const end = at + 17 + counts.reduce((sum, count) => sum + count, 0);
      if (end > segment.length) throw new Error("A Huffman table is cut short.");
      const table = makeHuffmanTable(counts, segment.slice(at + 17, end));
      (head >> 4 === 0 ? this.means : this.bands)[head & 3] = table;
      at = end;
    }
  }
}

/** What a picture has to have before it is used. */
export function needTable<Table>(table: Table | undefined): Table {
  if (table === undefined) throw new Error("A table is missing.");
  return table;
}
