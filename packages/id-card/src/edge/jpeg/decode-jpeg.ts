import type { Photo } from "../../read/image/photo.ts";
import { judgeSize } from "../../read/limits/judge-image.ts";
import { fitEighths } from "../fit-eighths.ts";
import { turnPhoto } from "../turn-photo.ts";
import { BitReader } from "./bit-reader.ts";
import { findSegment, type JpegSegment } from "./find-segment.ts";
import { joinPlanes } from "./join-planes.ts";
import { type JpegFrame, readFrame } from "./jpeg-frame.ts";
import { coefficientBytesMax, countCoefficientBytes, JpegPlanes } from "./jpeg-planes.ts";
import { JpegTables, needTable } from "./jpeg-tables.ts";
import { ProgressiveBlocks } from "./progressive-blocks.ts";
import { readOrientation } from "./read-orientation.ts";
import { readSequential } from "./read-sequential.ts";
import { readScan, type Scan, walkScan } from "./walk-scan.ts";

/** More passes than any encoder makes: each goes through the whole picture. */
const scanCountMax = 32;

/** No encoder sends a coefficient in more passes than these: once, and then bit by bit. */
const passCountMax = 6;

/** What is known of a picture while its segments come one by one. */
interface Decoding {
  readonly bytes: Uint8Array;
  readonly tables: JpegTables;
  frame?: JpegFrame;
  planes?: JpegPlanes;
  /** For each channel of a picture that comes in several passes. */
  coefficients: readonly Int16Array[];
  restartInterval: number;
  orientation: number;
  isColours: boolean;
  scanCount: number;
  /** How often each coefficient of each channel came. */
  readonly passCounts: Uint8Array;
}

/** Decodes a JPEG at a size that a photograph may have, turned as its metadata says; throws where it is damaged. */
export function decodeJpeg(bytes: Uint8Array): Photo {
  // What a picture was made of is let go of before it is copied in order to turn it.
  const { photo, orientation } = decodeAsItLies(bytes);
  return turnPhoto(photo, orientation);
}

function decodeAsItLies(bytes: Uint8Array): { readonly photo: Photo; readonly orientation: number } {
  const decoding: Decoding = {
    bytes,
    tables: new JpegTables(),
    coefficients: [],
    restartInterval: 0,
    orientation: 1,
    isColours: false,
    scanCount: 0,
    passCounts: new Uint8Array(3 * 64),
  };
  let at = 0;
  for (;;) {
    const segment = findSegment(bytes, at);
    if (segment === undefined || segment.marker === 0xd9) break;
    at = segment.marker === 0xda ? takeScan(decoding, segment) : takeSegment(decoding, segment);
  }
  const { frame, planes, tables } = decoding;
  if (frame === undefined || planes === undefined || decoding.scanCount === 0)
    throw new Error("There is no picture.");
  decoding.coefficients.forEach((coefficients, index) => {
    planes.drawAll(index, coefficients, tables.quantizers[frame.components[index]?.quantizerId ?? 0]);
  });
  // They are most of what is in memory, and colours come now.
  decoding.coefficients = [];
  return { photo: joinPlanes(frame, planes, decoding.isColours), orientation: decoding.orientation };
}

function takeSegment(decoding: Decoding, { marker, body, next }: JpegSegment): number {
  if (marker === 0xdb) decoding.tables.addQuantizers(body);
  else if (marker === 0xc4) decoding.tables.addHuffman(body);
  else if (marker === 0xdd) decoding.restartInterval = ((body[0] ?? 0) << 8) | (body[1] ?? 0);
  else if (marker === 0xe1 && decoding.orientation === 1) decoding.orientation = readOrientation(body);
  else if (marker === 0xee) decoding.isColours = isAdobeOfColours(body);
  else if (marker >= 0xc0 && marker <= 0xc2) begin(decoding, readFrame(body, marker === 0xc2));
  else if (marker >= 0xc3 && marker <= 0xcf && marker !== 0xcc) throw new Error("Not a picture of a camera.");
  return next;
}

/** Adobe's programs say whether the channels are colours or brightness and differences. */
function isAdobeOfColours(body: Uint8Array): boolean {
  return body.length >= 12 && String.fromCharCode(...body.subarray(0, 5)) === "Adobe" && body[11] === 0;
}

function begin(decoding: Decoding, frame: JpegFrame): void {
  if (decoding.frame !== undefined) throw new Error("There is more than one picture.");
  // This is the frame that memory is taken for, whatever was seen by whoever judged before.
  if (frame.width === 0 || frame.height === 0 || judgeSize(frame) !== undefined)
    throw new Error("The picture is of no size that is read here.");
  if (frame.isProgressive) {
    if (countCoefficientBytes(frame) > coefficientBytesMax)
      throw new Error("The passes take too much memory.");
    decoding.coefficients = frame.components.map(({ columns, rows }) => new Int16Array(columns * rows * 64));
  }
  decoding.frame = frame;
  decoding.planes = new JpegPlanes(frame, fitEighths(frame.width, frame.height));
}

/** Reads a scan, and gives where it ends. */
function takeScan(decoding: Decoding, { body, next }: JpegSegment): number {
  const { frame, planes } = decoding;
  decoding.scanCount += 1;
  if (frame === undefined || planes === undefined || decoding.scanCount > scanCountMax) {
    throw new Error("A scan is out of place.");
  }
  const reader = new BitReader(decoding.bytes, next);
  const scan = readScan(body, frame);
  // What comes whole comes once, whichever coefficients its header names.
  if (frame.isProgressive) countPasses(decoding.passCounts, scan, passCountMax);
  else countPasses(decoding.passCounts, { ...scan, start: 0, end: 63 }, 1);
  if (frame.isProgressive) readPass(decoding, frame, scan, reader);
  else readWhole(decoding, frame, planes, scan, reader);
  return reader.at;
}

/** What is sent again and again costs time each time, and bytes hardly. */
function countPasses(counts: Uint8Array, { channels, start, end }: Scan, countMax: number): void {
  for (const { index } of channels) {
    for (let at = index * 64 + start; at <= index * 64 + end; at += 1) {
      counts[at] = (counts[at] as number) + 1;
      if ((counts[at] as number) > countMax) throw new Error("A channel is sent too often.");
    }
  }
}

function readWhole(
  { tables, restartInterval }: Decoding,
  frame: JpegFrame,
  planes: JpegPlanes,
  scan: Scan,
  reader: BitReader,
): void {
  const means = new Int32Array(scan.channels.length);
  const block = new Float32Array(64);
  const channels = scan.channels.map(({ index, dcId, acId }) => ({
    index,
    dc: needTable(tables.means[dcId]),
    ac: needTable(tables.bands[acId]),
    quantizer: needTable(tables.quantizers[frame.components[index]?.quantizerId ?? 0]),
  }));
  const onBlock = (place: number, at: number): void => {
    const { index, dc, ac, quantizer } = channels[place] as (typeof channels)[number];
    means[place] = readSequential(reader, dc, ac, quantizer, means[place] as number, block);
    planes.draw(index, at, block, 0);
  };
  walkScan(scan, frame, restartInterval, reader, onBlock, () => means.fill(0));
}

function readPass(
  { tables, restartInterval, coefficients }: Decoding,
  frame: JpegFrame,
  scan: Scan,
  reader: BitReader,
): void {
  if (scan.start > 0 && scan.channels.length > 1) throw new Error("A scan is of too many channels.");
  const means = new Int32Array(scan.channels.length);
  const blocks = new ProgressiveBlocks(reader, scan);
  const onBlock = (place: number, at: number): void => {
    const { index, dcId, acId } = scan.channels[place] as Scan["channels"][number];
    const target = coefficients[index] as Int16Array;
    if (scan.start === 0) {
      means[place] = blocks.readMean(tables.means[dcId], means[place] as number, target, at * 64);
    } else if (scan.high === 0) blocks.readFirst(tables.bands[acId], target, at * 64);
    else blocks.readNext(tables.bands[acId], target, at * 64);
  };
  walkScan(scan, frame, restartInterval, reader, onBlock, () => {
    means.fill(0);
    blocks.restart();
  });
}
