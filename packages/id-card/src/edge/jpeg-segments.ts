/** A marker of a JPEG with its payload; for a scan, with its entropy-coded data. */
interface Segment {
  readonly marker: number;
  readonly start: number;
  /** The offset of the next segment. */
  readonly end: number;
}

const markerOfScan = 0xda;
const markerOfEnd = 0xd9;

/** Lists the segments after the start marker. Throws if the JPEG is truncated. */
function* listSegments(jpeg: Uint8Array): Generator<Segment> {
  let at = 2;
  for (;;) {
    while (jpeg[at] === 0xff && jpeg[at + 1] === 0xff) at += 1;
    const marker = jpeg[at + 1];
    if (jpeg[at] !== 0xff || marker === undefined) throw new Error("A JPEG ends before its end marker.");
    if (marker === markerOfEnd) return yield { marker, start: at, end: at + 2 };
    const length = ((jpeg[at + 2] ?? 0) << 8) | (jpeg[at + 3] ?? 0);
    const behind = at + 2 + length;
    if (length < 2 || behind > jpeg.length) throw new Error("A segment of a JPEG is cut short.");
    const end = marker === markerOfScan ? endOfScan(jpeg, behind) : behind;
    yield { marker, start: at, end };
    at = end;
  }
}

/** Stuffed bytes (FF 00) and restart markers are part of a scan. */
function endOfScan(jpeg: Uint8Array, from: number): number {
  for (let at = jpeg.indexOf(0xff, from); at >= 0; at = jpeg.indexOf(0xff, at + 1)) {
    const next = jpeg[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw new Error("A scan of a JPEG has no end.");
}

/** Frames, tables, scans, the end marker, and Adobe's segment, which names the colour space. */
function isOfPicture(marker: number): boolean {
  return (marker >= 0xc0 && marker <= 0xcf) || (marker >= 0xd9 && marker <= 0xdd) || marker === 0xee;
}

/** Copies a JPEG without EXIF, comments, other metadata, and bytes after its end marker. */
export function removeMetadata(jpeg: Uint8Array): Uint8Array {
  const parts = [jpeg.subarray(0, 2)];
  for (const { marker, start, end } of listSegments(jpeg)) {
    if (isOfPicture(marker)) parts.push(jpeg.subarray(start, end));
  }
  const kept = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    kept.set(part, at);
    at += part.length;
  }
  return kept;
}

/** The EXIF orientation of a JPEG, 1 to 8, and the offset of its byte. */
export interface Orientation {
  readonly value: number;
  readonly at: number;
}

/** Finds the EXIF orientation before the first scan; `undefined` if there is none. */
export function findOrientation(jpeg: Uint8Array): Orientation | undefined {
  try {
    for (const { marker, start, end } of listSegments(jpeg)) {
      if (marker === markerOfScan) return undefined;
      const found = marker === 0xe1 ? readExif(jpeg, start + 4, end) : undefined;
      if (found !== undefined) return found;
    }
  } catch {
    // The decoder rejects truncated images.
  }
  return undefined;
}

function readExif(jpeg: Uint8Array, start: number, end: number): Orientation | undefined {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset + start, end - start);
  if (view.byteLength < 14 || view.getUint32(0) !== 0x45786966) return undefined;
  const tiff = 6;
  const isLittle = view.getUint16(tiff) === 0x4949;
  const directory = tiff + view.getUint32(tiff + 4, isLittle);
  if (directory + 2 > view.byteLength) return undefined;
  const count = view.getUint16(directory, isLittle);
  for (let i = 0; i < count; i += 1) {
    const entry = directory + 2 + 12 * i;
    if (entry + 12 > view.byteLength) return undefined;
    if (view.getUint16(entry, isLittle) !== 0x0112) continue;
    const value = view.getUint16(entry + 8, isLittle);
    return { value, at: start + entry + (isLittle ? 8 : 9) };
  }
  return undefined;
}
