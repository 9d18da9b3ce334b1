import type { Writable } from "node:stream";

/** Writes a text unless more than so many bytes wait to be written already; gives whether it was. */
export function writeWithin(
  stream: Pick<Writable, "write" | "writableLength">,
  text: string,
  waitingBytesMax: number,
): boolean {
  if (stream.writableLength > waitingBytesMax) return false;
  stream.write(text);
  return true;
}
