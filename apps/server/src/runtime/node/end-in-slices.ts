import type { ServerResponse } from "node:http";

/** What is larger is sent in slices. */
const wholeBytesMax = 262_144;

/** As much as the slowest has to read within the time that an answer may be unread. */
const sliceBytes = 65_536;

/**
 * Ends an answer with its body, a large one slice by slice: to Bun and Deno a write is one thing, of which they don't tell how
 * far it is, and whoever reads a large one slowly would be taken for one who does not read.
 */
export function endInSlices(
  outgoing: ServerResponse,
  body: string | Uint8Array,
  byteCount: number = Buffer.byteLength(body),
): void {
  if (byteCount <= wholeBytesMax) return void outgoing.end(body);
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  let at = 0;
  const sendOn = (): void => {
    while (at < bytes.length) {
      const slice = bytes.subarray(at, at + sliceBytes);
      at += slice.length;
      if (!outgoing.write(slice)) return void outgoing.once("drain", goOn);
    }
    outgoing.end();
  };
  const goOn = (): void => {
    // Only Bun has to be told that something has moved.
    outgoing.socket?.setTimeout(outgoing.socket.timeout ?? 0);
    sendOn();
  };
  sendOn();
}
