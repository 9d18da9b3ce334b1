import type { Dice } from "../make-dice.ts";
import { encodePicture } from "./encode-picture.ts";
import type { Raster } from "./raster.ts";

/** Orientations that EXIF knows, without those of mirrors, and the quarter turns back that each pixel takes before. */
const orientations = [
  { value: 6, quarters: 3 },
  { value: 3, quarters: 2 },
  { value: 8, quarters: 1 },
] as const;

/** Writes a JPEG whose pixels lie on their side, and whose EXIF says how to set them right. */
export function turnByExif(picture: Raster, quality: number, dice: Dice): Uint8Array {
  const { value, quarters } = dice.pick(orientations);
  let turned = picture;
  for (let quarter = 0; quarter < quarters; quarter += 1) turned = turnClockwise(turned);
  const jpeg = encodePicture(turned, "jpeg", quality);
  const segment = orientationSegment(value);
  const bytes = new Uint8Array(jpeg.length + segment.length);
  bytes.set(jpeg.subarray(0, 2));
  bytes.set(segment, 2);
  bytes.set(jpeg.subarray(2), 2 + segment.length);
  return bytes;
}

function turnClockwise({ width, height, data }: Raster): Raster {
  const source = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const target = new Uint32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) target[x * height + (height - 1 - y)] = source[y * width + x] ?? 0;
  }
  return { width: height, height: width, data: new Uint8ClampedArray(target.buffer) };
}

/** An APP1 segment with one directory of one entry: tag 0x0112, a short, once. */
function orientationSegment(value: number): Uint8Array {
  const tiff = [
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    value,
    0,
    0,
    0,
    0,
    0,
    0,
  ];
  const body = [...new TextEncoder().encode("Exif"), 0, 0, ...tiff];
  return Uint8Array.from([0xff, 0xe1, 0, body.length + 2, ...body]);
}
