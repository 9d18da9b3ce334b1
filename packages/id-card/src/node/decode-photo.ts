import type { Photo } from "../read/image/photo.ts";
import { openPhoto } from "./open-photo.ts";

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
