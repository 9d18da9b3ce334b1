import type { WrittenElement } from "./written-element.ts";

const encoder = new TextEncoder();

const comma = 0x2c;

/** Joins what stands before a list, its elements as they were written, and what stands behind it, copying each byte once. */
export function joinJsonList(
  head: string,
  elements: readonly WrittenElement[],
  tail: string,
): Uint8Array<ArrayBuffer> {
  const parts = elements.map((element) => element.bytes());
  const begin = encoder.encode(head);
  const end = encoder.encode(tail);
  let sizeBytes = begin.length + end.length + Math.max(0, parts.length - 1);
  for (const part of parts) sizeBytes += part.length;
  const bytes = new Uint8Array(sizeBytes);
  bytes.set(begin);
  let at = begin.length;
  for (const part of parts) {
    if (at > begin.length) {
      bytes[at] = comma;
      at += 1;
    }
    bytes.set(part, at);
    at += part.length;
  }
  bytes.set(end, at);
  return bytes;
}
