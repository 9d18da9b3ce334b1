import { findSegment } from "./find-segment.ts";
import { type JpegFrame, readFrame } from "./jpeg-frame.ts";

/** Finds the frame header that decoding begins with; `undefined` where there is none, or none that cameras write. */
export function findFrame(bytes: Uint8Array): JpegFrame | undefined {
  try {
    for (let at = 0; ; ) {
      const segment = findSegment(bytes, at);
      if (segment === undefined) return undefined;
      const { marker, body, next } = segment;
      if (marker >= 0xc0 && marker <= 0xc2) return readFrame(body, marker === 0xc2);
      if (marker >= 0xc3 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xcc) return undefined;
      at = next;
    }
  } catch {
    return undefined;
  }
}
