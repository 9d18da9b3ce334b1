import type { CardImages } from "../read/read-card.ts";
import { openPhoto } from "./open-photo.ts";

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
