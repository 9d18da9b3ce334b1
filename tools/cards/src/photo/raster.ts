import { type Canvas, createCanvas } from "@napi-rs/canvas";
import type { Encoding } from "../card.ts";
import type { Dice } from "../dice.ts";

/** A picture in memory, four bytes per pixel: red, green, blue, alpha. */
export type Raster = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray };

/** Creates a canvas from a picture. */
export function canvasOf({ width, height, data }: Raster): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const image = context.createImageData(width, height);
  image.data.set(data);
  context.putImageData(image, 0, 0);
  return canvas;
}

/** Reads the pixels of a canvas. */
export function rasterOf(canvas: Canvas): Raster {
  const { width, height } = canvas;
  return { width, height, data: canvas.getContext("2d").getImageData(0, 0, width, height).data };
}

/** A part of a picture, in pixels. */
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** Crops a picture to a part of it. */
export function crop(picture: Raster, { left, top, right, bottom }: Box): Raster {
  const [width, height] = [right - left, bottom - top];
  const kept = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const from = ((top + y) * picture.width + left) * 4;
    kept.set(picture.data.subarray(from, from + width * 4), y * width * 4);
  }
  return { width, height, data: kept };
}

/** Encodes a picture as a file. */
export function encodePicture(picture: Raster, encoding: Encoding, quality: number): Uint8Array {
  const canvas = canvasOf(picture);
  if (encoding === "png") return canvas.toBuffer("image/png");
  return canvas.toBuffer(encoding === "jpeg" ? "image/jpeg" : "image/webp", quality);
}

/** EXIF orientations without mirroring, and the quarter turns that undo each. */
const orientations = [
  { value: 6, quarters: 3 },
  { value: 3, quarters: 2 },
  { value: 8, quarters: 1 },
] as const;

/** Encodes a JPEG with rotated pixels and an EXIF orientation that corrects them. */
export function turnByExif(picture: Raster, quality: number, dice: Dice): Uint8Array {
  const { value, quarters } = dice.pick(orientations);
  let turned = picture;
  for (let quarter = 0; quarter < quarters; quarter += 1) turned = turnClockwise(turned);
  const jpeg = encodePicture(turned, "jpeg", quality);
  return Buffer.concat([jpeg.subarray(0, 2), orientationSegment(value), jpeg.subarray(2)]);
}

/** Rotates a picture by a quarter turn. */
export function turnClockwise({ width, height, data }: Raster): Raster {
  const source = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const target = new Uint32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) target[x * height + (height - 1 - y)] = source[y * width + x] ?? 0;
  }
  return { width: height, height: width, data: new Uint8ClampedArray(target.buffer) };
}

/** An APP1 segment with a TIFF directory of one entry: tag 0x0112, type SHORT, count 1. */
function orientationSegment(value: number): Uint8Array {
  const directory = [
    "4d4d002a",
    "00000008",
    "0001",
    "0112",
    "0003",
    "00000001",
    `000${value}0000`,
    "00000000",
  ];
  const body = Buffer.concat([Buffer.from("Exif\0\0"), Buffer.from(directory.join(""), "hex")]);
  return Uint8Array.from([0xff, 0xe1, 0, body.length + 2, ...body]);
}
