/** A marker of a JPEG, and what it brings. */
export interface JpegSegment {
  readonly marker: number;
  readonly body: Uint8Array;
  /** Where the next one begins, or the data of a scan. */
  readonly next: number;
}

/** Finds the next marker from a place on; `undefined` where there is none any more. */
export function findSegment(bytes: Uint8Array, from: number): JpegSegment | undefined {
  let at = from;
  while (at + 1 < bytes.length && !(bytes[at] === 0xff && isMarker(bytes[at + 1] as number))) at += 1;
  const marker = bytes[at + 1];
  if (marker === undefined) return undefined;
  if (marker === 0xd8 || marker === 0xd9) return { marker, body: bytes.subarray(0, 0), next: at + 2 };
  const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
  const next = at + 2 + length;
  if (length < 2 || next > bytes.length) throw new Error("A segment is cut short.");
  return { marker, body: bytes.subarray(at + 4, next), next };
}

/** Neither a byte that only looks like one, nor filling, nor a restart. */
function isMarker(byte: number): boolean {
  return byte > 0 && byte < 0xff && !(byte >= 0xd0 && byte <= 0xd7) && byte !== 0x01;
}
