import type { ImageRecord } from "./image-record.ts";

/** An image with what is recorded of it. */
export type PackedImage = { readonly record: ImageRecord; readonly image: Uint8Array<ArrayBuffer> };

/** Where the record ends and the image begins. */
const lineFeed = 10;

/** Puts record and image into one, to be sealed together: a line of JSON, and the image as it is. */
export function packImage({ record, image }: PackedImage): Uint8Array<ArrayBuffer> {
  const line = new TextEncoder().encode(`${JSON.stringify(record)}\n`);
  const packed = new Uint8Array(line.length + image.length);
  packed.set(line);
  packed.set(image, line.length);
  return packed;
}

/** Parts again what `packImage` put together. */
export function unpackImage(packed: Uint8Array<ArrayBuffer>): PackedImage {
  const end = packed.indexOf(lineFeed);
  // What was sealed is what was packed here.
  const record = JSON.parse(new TextDecoder().decode(packed.subarray(0, end))) as ImageRecord;
  return { record, image: packed.subarray(end + 1) };
}
