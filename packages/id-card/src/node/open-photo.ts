import sharp, { type Sharp } from "sharp";
import { photoSideMax } from "../read/card-tools.ts";
import type { Photo } from "../read/image/image.ts";
import { imageLimits } from "../read/limits/check-image.ts";
import type { CardImages } from "../read/read-card.ts";

/** Prepares the decoding of an image that passed the limits: oriented by its metadata, which is dropped. */
function openPhoto(bytes: Uint8Array): Sharp {
  const opened = sharp(bytes, { limitInputPixels: imageLimits.pixelsMax, failOn: "error", pages: 1 });
  // 16 bits a channel are reduced to 8 in the first step: twice the bytes take twice the time in each later one.
  const photo = hasDeepColours(bytes) ? opened.pipelineColourspace("srgb") : opened;
  return (
    photo
      .autoOrient()
      .flatten({ background: "#fff" })
      .toColourspace("srgb")
      // `linear` is as legible as a sharper kernel and saves a third of the time of a very large picture.
      .resize(photoSideMax, photoSideMax, { fit: "inside", withoutEnlargement: true, kernel: "linear" })
  );
}

/** Only PNG has 16 bits a channel. Its header has the bit depth in byte 24 and the colour type in byte 25; bit 2 is colour. */
function hasDeepColours(bytes: Uint8Array): boolean {
  const isPng = bytes[0] === 0x89 && bytes[1] === 0x50;
  return isPng && bytes[24] === 16 && ((bytes[25] ?? 0) & 2) === 2;
}

/** Decodes an image that passed the limits, oriented by its metadata. */
export async function decodePhoto(bytes: Uint8Array): Promise<Photo> {
  const { data, info } = await openPhoto(bytes).raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels === 3) return { width, height, data };
  return { width, height, data: spread(data, width * height, channels) };
}

/** Repeats the channel of a gray image, because a `Photo` always has three. */
function spread(data: Uint8Array, count: number, channels: number): Uint8Array {
  const spreadOut = new Uint8Array(count * 3);
  for (let i = 0; i < count; i += 1) spreadOut.fill(data[i * channels] ?? 0, i * 3, i * 3 + 3);
  return spreadOut;
}

const quality = 90;

/** Encodes the decoded images as JPEG, so that no metadata of the files is kept. */
export async function copyImages({ front, back, portrait }: CardImages): Promise<CardImages> {
  return {
    front: await copyImage(front),
    ...(back && { back: await copyImage(back) }),
    ...(portrait && { portrait: await copyImage(portrait) }),
  };
}

/** `Uint8Array.from` copies: a buffer of sharp may be part of a shared one. */
async function copyImage(bytes: Uint8Array): Promise<Uint8Array> {
  return Uint8Array.from(await openPhoto(bytes).jpeg({ quality }).toBuffer());
}
