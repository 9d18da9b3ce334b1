import type { ImageStore } from "@trading-oms/brokerage/ports";
import { endInTime } from "./end-in-time.ts";
import { deletionOf, renderImageName } from "./image-name.ts";
import type { ImageKeys } from "./keys/image-key.ts";
import { unpackImage } from "./pack-image.ts";
import { openSeal, type SealFault } from "./seal-image.ts";
import { type AskedLink, isSigned, type ReadLink, readLink } from "./sign-link.ts";

/** What an image is found with. */
export type FindSettings = {
  readonly store: ImageStore;
  /** Asked anew each time, so that a key that was made meanwhile is known. */
  readonly keys: () => Promise<ImageKeys>;
  readonly now: () => number;
  /** How long store and keys may take; 5,000. */
  readonly waitMsMax?: number;
};

/** How long store and keys may take where nothing else is said. */
export const storeMsMax = 5_000;

/** What a link led to. */
export type LinkedImage =
  | { readonly kind: "image"; readonly mediaType: string; readonly image: Uint8Array<ArrayBuffer> }
  /** The link is none of ours, or over, or its image is gone: nobody is to be told which. */
  | { readonly kind: "not-there" }
  /** There is something under that name, and no key of ours opens it. */
  | { readonly kind: "not-opened"; readonly fault: SealFault };

/** Finds the image that a link leads to. */
export async function findImage(settings: FindSettings, link: AskedLink): Promise<LinkedImage> {
  const { now, waitMsMax = storeMsMax } = settings;
  const read = readLink(link, now());
  // Whether it was swept yet makes no difference.
  if (read === undefined || now() >= deletionOf(read.name.cardId)) return { kind: "not-there" };
  return endInTime(openImage(settings, read), waitMsMax);
}

async function openImage({ keys, store }: FindSettings, link: ReadLink): Promise<LinkedImage> {
  const held = await keys();
  if (!(await isSigned(held, link))) return { kind: "not-there" };
  const name = renderImageName(link.name);
  const sealed = await store.get(name);
  if (sealed === undefined) return { kind: "not-there" };
  const opened = await openSeal(held, name, sealed);
  if (typeof opened === "string") return { kind: "not-opened", fault: opened };
  const { record, image } = unpackImage(opened.bytes);
  return { kind: "image", mediaType: record.mediaType, image };
}
