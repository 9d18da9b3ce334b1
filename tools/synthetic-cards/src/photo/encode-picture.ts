import { createCanvas } from "@napi-rs/canvas";
import type { Encoding } from "../card-order.ts";
import type { Raster } from "./raster.ts";

/** Writes a picture as a file. */
export function encodePicture(picture: Raster, encoding: Encoding, quality: number): Uint8Array {
  const { width, height, data } = picture;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const image = context.createImageData(width, height);
  image.data.set(data);
  context.putImageData(image, 0, 0);
  if (encoding === "png") return canvas.toBuffer("image/png");
  return canvas.toBuffer(encoding === "jpeg" ? "image/jpeg" : "image/webp", quality);
}
