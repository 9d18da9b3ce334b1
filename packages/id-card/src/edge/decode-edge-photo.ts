import type { Photo } from "../read/image/photo.ts";
import { measureImage } from "../read/limits/measure-image.ts";
import { decodeJpeg } from "./jpeg/decode-jpeg.ts";
import { decodePng } from "./png/decode-png.ts";

/** Decodes an image that was judged, without workers and without compiling anything. */
export async function decodeEdgePhoto(
  bytes: Uint8Array,
  decodeWebp: ((bytes: Uint8Array) => Promise<Photo>) | undefined,
): Promise<Photo> {
  const format = measureImage(bytes)?.format;
  if (format === "jpeg") return decodeJpeg(bytes);
  if (format === "png") return decodePng(bytes);
  if (format === "webp" && decodeWebp !== undefined) return decodeWebp(bytes);
  throw new Error("The image is of no format that is read here.");
}
