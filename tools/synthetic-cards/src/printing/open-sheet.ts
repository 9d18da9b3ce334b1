import { type Canvas, createCanvas, type SKRSContext2D } from "@napi-rs/canvas";

/** One side of a card while it is drawn; lengths are millimetres. */
export type Sheet = { readonly canvas: Canvas; readonly context: SKRSContext2D };

/** The size of every card, and how round its corners are. */
export const cardSize = { width: 85.6, height: 53.98, corner: 3.18 } as const;

/** Opens a sheet of the size of a card whose corners are round, and transparent outside. */
export function openSheet(pixelsPerMm: number): Sheet {
  const { width, height, corner } = cardSize;
  const canvas = createCanvas(Math.round(width * pixelsPerMm), Math.round(height * pixelsPerMm));
  const context = canvas.getContext("2d");
  context.scale(canvas.width / width, canvas.height / height);
  context.beginPath();
  context.roundRect(0, 0, width, height, corner);
  context.clip();
  return { canvas, context };
}
