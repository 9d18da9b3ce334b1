/** What is larger is sent in slices. */
const wholeBytesMax = 262_144;

/** As much as the slowest has to read within the time that an answer may be unread. */
const sliceBytes = 65_536;

/**
 * A body to be sent, a large one slice by slice: to Bun and Deno a write is one thing, of which they don't tell how far it is,
 * and whoever reads a large one slowly would be taken for one who does not read.
 */
export function sliced(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | ReadableStream {
  if (bytes.length <= wholeBytesMax) return bytes;
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      controller.enqueue(bytes.subarray(at, at + sliceBytes));
      at += sliceBytes;
      if (at >= bytes.length) controller.close();
    },
  });
}
