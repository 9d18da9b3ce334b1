import { type Canvas, createCanvas } from "@napi-rs/canvas";
import type { Raster } from "./raster.ts";

/** A canvas that shows a picture, to draw on or to write as a file. */
export function canvasOf({ width, height, data }: Raster): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const image = context.createImageData(width, height);
  image.data.set(data);
  context.putImageData(image, 0, 0);
  return canvas;
}

/** The pixels of a canvas. */
export function rasterOf(canvas: Canvas): Raster {
  const { width, height } = canvas;
  return { width, height, data: canvas.getContext("2d").getImageData(0, 0, width, height).data };
}
