import { crc32, deflateSync } from "node:zlib";

/** What a PNG claims and holds; what it holds may be less than it claims. */
export type PngOrder = {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: 1 | 8 | 16;
  /** 0 is gray, 2 colour, 6 colour with transparency. */
  readonly colourType: 0 | 2 | 6;
  readonly rowCount: number;
  /** Further chunks before the pixels. */
  readonly chunks?: readonly { readonly name: string; readonly content: Buffer }[];
};

const channelCounts = { 0: 1, 2: 3, 6: 4 } as const;

/** Writes a PNG of nothing but zeros, which takes next to no room however large it is. */
export function writePng({ width, height, bitDepth, colourType, rowCount, chunks = [] }: PngOrder): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, colourType, 0, 0, 0], 8);
  const rowBytes = 1 + Math.ceil((width * channelCounts[colourType] * bitDepth) / 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    writeChunk("IHDR", header),
    ...chunks.map(({ name, content }) => writeChunk(name, content)),
    writeChunk("IDAT", deflateSync(Buffer.alloc(rowBytes * rowCount))),
    writeChunk("IEND", Buffer.alloc(0)),
  ]);
}

function writeChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}
