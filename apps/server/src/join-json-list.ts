const encoder = new TextEncoder();

const comma = 0x2c;

/** Joins what stands before a list, its elements as they were written, and what stands behind it, copying each byte once. */
export function joinJsonList(
  head: string,
  elements: readonly Uint8Array[],
  tail: string,
): Uint8Array<ArrayBuffer> {
  const begin = encoder.encode(head);
  const end = encoder.encode(tail);
  let sizeBytes = begin.length + end.length + Math.max(0, elements.length - 1);
  for (const element of elements) sizeBytes += element.length;
  const bytes = new Uint8Array(sizeBytes);
  bytes.set(begin);
  let at = begin.length;
  for (const element of elements) {
    if (at > begin.length) {
      bytes[at] = comma;
      at += 1;
    }
    bytes.set(element, at);
    at += element.length;
  }
  bytes.set(end, at);
  return bytes;
}
