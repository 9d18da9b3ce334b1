import sharp, { type Sharp } from "sharp";
import { photoSideMax } from "../read/card-tools.ts";
import type { Photo } from "../read/image/image.ts";
import { imageLimits } from "../read/limits/judge-image.ts";
import type { CardImages } from "../read/read-card.ts";

/** Opens an image that passed the limits, to be decoded: turned as its metadata says, and without any of it. */
function openPhoto(bytes: Uint8Array): Sharp {
  const opened = sharp(bytes, { limitInputPixels: imageLimits.pixelsMax, failOn: "error", pages: 1 });
  // Of 16 bits a channel eight are kept: before all else, for twice the bytes take twice the time at every step.
  const photo = hasDeepColours(bytes) ? opened.pipelineColourspace("srgb") : opened;
  return (
    photo
      .autoOrient()
      .flatten({ background: "#fff" })
      .toColourspace("srgb")
      // The mean of what is shrunk is as good to read as a sharper kernel's, and a third of a vast picture's time is saved.
      .resize(photoSideMax, photoSideMax, { fit: "inside", withoutEnlargement: true, kernel: "linear" })
  );
}

/** Of what is taken PNG alone has 16 bits a channel, as its header says: a byte of depth, and one whose second bit stands for colours. */
function hasDeepColours(bytes: Uint8Array): boolean {
  const isPng = bytes[0] === 0x89 && bytes[1] === 0x50;
  return isPng && bytes[24] === 16 && ((bytes[25] ?? 0) & 2) === 2;
}

/** Decodes an image that passed the limits; turned as its metadata says, and without any of it. */
export async function decodePhoto(bytes: Uint8Array): Promise<Photo> {
  const { data, info } = await openPhoto(bytes).raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels === 3) return { width, height, data };
  return { width, height, data: spread(data, width * height, channels) };
}

/** A gray image has one channel, and every photograph has three. */
function spread(data: Uint8Array, count: number, channels: number): Uint8Array {
  const spreadOut = new Uint8Array(count * 3);
  for (let i = 0; i < count; i += 1) spreadOut.fill(data[i * channels] ?? 0, i * 3, i * 3 + 3);
  return spreadOut;
}

const quality = 90;

/** Draws images anew from their pixels, as JPEG: nothing that a file carries beside its picture comes along. */
export async function copyImages({ front, back, portrait }: CardImages): Promise<CardImages> {
  return {
    front: await copyImage(front),
    ...(back && { back: await copyImage(back) }),
    ...(portrait && { portrait: await copyImage(portrait) }),
  };
}

/** A copy of its own, since what sharp gives may share its memory with others. */
async function copyImage(bytes: Uint8Array): Promise<Uint8Array> {
  return Uint8Array.from(await openPhoto(bytes).jpeg({ quality }).toBuffer());
}
