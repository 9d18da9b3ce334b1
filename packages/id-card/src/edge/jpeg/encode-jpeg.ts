import type { Photo } from "../../read/image/photo.ts";
import { BitWriter } from "./bit-writer.ts";
import {
  type ChannelTables,
  type CodeTable,
  makeBrightnessTables,
  makeColourTables,
} from "./channel-tables.ts";
import { ChannelWriter } from "./channel-writer.ts";
import { gatherUnit, unitSide } from "./gather-unit.ts";

/** Writes a photograph as a common JPEG: its pixels, and the tables that they are written by. Nothing else can get into it. */
export function encodeJpeg(photo: Photo): Uint8Array<ArrayBuffer> {
  const { width, height } = photo;
  if (width < 1 || height < 1 || Math.max(width, height) > 65_535) {
    throw new Error("The picture is of no size that a JPEG can have.");
  }
  const brightness = makeBrightnessTables();
  const colour = makeColourTables();
  const writer = new BitWriter((width * height) / 4 + 1_024);
  writeHead(writer, photo, [brightness, colour]);
  const luma = new ChannelWriter(writer, brightness);
  const blue = new ChannelWriter(writer, colour);
  const red = new ChannelWriter(writer, colour);
  const blocks = Array.from({ length: 6 }, () => new Float32Array(64));
  const writers = [luma, luma, luma, luma, blue, red];
  for (let top = 0; top < height; top += unitSide) {
    for (let left = 0; left < width; left += unitSide) {
      gatherUnit(photo, left, top, blocks);
      for (let k = 0; k < 6; k += 1) writers[k]?.write(blocks[k] as Float32Array);
    }
  }
  writer.endScan();
  writer.addBytes([0xff, 0xd9]);
  return writer.take();
}

function writeHead(
  writer: BitWriter,
  { width, height }: Photo,
  tables: readonly [ChannelTables, ChannelTables],
): void {
  writer.addBytes([0xff, 0xd8]);
  // JFIF 1.1, whose pixels are square, and which has no small picture of itself.
  writeSegment(writer, 0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  tables.forEach(({ steps }, id) => {
    writeSegment(writer, 0xdb, [id, ...steps]);
  });
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  // Brightness is sampled twice as often as both colours, across and down.
  writeSegment(writer, 0xc0, [8, ...size, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
  tables.forEach(({ means, bands }, id) => {
    writeCodes(writer, id, means);
    writeCodes(writer, 0x10 | id, bands);
  });
  writeSegment(writer, 0xda, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]);
}

function writeCodes(writer: BitWriter, id: number, { counts, symbols }: CodeTable): void {
  writeSegment(writer, 0xc4, [id, ...counts, ...symbols]);
}

function writeSegment(writer: BitWriter, marker: number, body: readonly number[]): void {
  const length = body.length + 2;
  writer.addBytes([0xff, marker, length >> 8, length & 255, ...body]);
}
