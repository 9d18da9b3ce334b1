import type { GrayImage } from "./gray-image.ts";

/** The plainest format that decoders of images know, with a byte a pixel: a line of text, and the pixels. */
export function toPortableGraymap({ width, height, data }: GrayImage): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const bytes = new Uint8Array(head.length + data.length);
  bytes.set(head);
  bytes.set(data, head.length);
  return bytes;
}
