import type { Encoding } from "../card-order.ts";
import { canvasOf } from "./canvas-of.ts";
import type { Raster } from "./raster.ts";

/** Writes a picture as a file. */
export function encodePicture(picture: Raster, encoding: Encoding, quality: number): Uint8Array {
  const canvas = canvasOf(picture);
  if (encoding === "png") return canvas.toBuffer("image/png");
  return canvas.toBuffer(encoding === "jpeg" ? "image/jpeg" : "image/webp", quality);
}
