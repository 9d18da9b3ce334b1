import type { ImageStore } from "@trading-oms/brokerage/ports";
import { type ImageKeys, sealingKeyOf } from "./image-keys.ts";
import { type AskedLink, isSigned, type ReadLink, readLink, signLink, signSubject } from "./image-links.ts";
import {
  deletionOf,
  type ImageRecord,
  type ImageSide,
  imageSides,
  nameCard,
  renderImageName,
} from "./image-name.ts";
import { removeCard, type Swept, sweepImages } from "./list-images.ts";
import { openSeal, packImage, type SealFault, sealImage, unpackImage } from "./seal-image.ts";

/** What a keeper works with; the time that it waits is for a card, or for a link. */
export type ImageKeeperSettings = FindSettings & {
  /** How long after it was kept an image is gone. */
  readonly keptMs: number;
  readonly linkMs: number;
  /** What links begin with, such as `https://images.example.com`. */
  readonly origin: string;
  readonly purpose: string;
  readonly consent: string;
  /** Hears why images of a card stay behind that is not kept; the next sweep tries again. */
  readonly tellLeft?: (thrown: unknown) => void;
  /** Is handed what nobody waits for, where a runtime would end it with the request otherwise. */
  readonly inBackground?: (work: Promise<unknown>) => void;
};

/** The images of one card, JPEG without metadata, and what is known of where they came from. */
export type CardToKeep = {
  readonly images: { readonly [Side in ImageSide]?: Uint8Array | undefined };
  readonly requestId: string;
  /** Left out where it was not read with certainty. */
  readonly idNumber?: string | undefined;
};

/** Links to the images of a card. */
export type ImageLinks = { readonly [Side in ImageSide]?: string };

/** Keeps images for a while, and shows them to whoever has a link. */
export type ImageKeeper = {
  /** Resolves when all images of the card are kept; where one of them can't be, or not in time, none is. */
  readonly keep: (card: CardToKeep) => Promise<ImageLinks>;
  readonly find: (link: AskedLink) => Promise<LinkedImage>;
  /** Removes every image whose time has come, and what stayed behind of cards that were not kept. */
  readonly sweep: (signal?: AbortSignal) => Promise<Swept>;
};

/** There are as many images on their way to a store that does not take them as a process can hold. */
class StoreBusy extends Error {
  readonly code = "IMAGES_BUSY";

  constructor() {
    super("The store of images is behind, and takes no others for now.");
    this.name = "StoreBusy";
  }
}

const cardIdBytes = 16;

/** Whatever is not done after its deadline holds memory until a store lets go of it. */
const underWayBytesMax = 100_000_000;

/** What is left beyond that is gone at its time. */
const leftCountMax = 1_000;

/** Opens a keeper on a store. */
export function openImageKeeper(settings: ImageKeeperSettings): ImageKeeper {
  const { store, now, waitMsMax = storeMsMax, tellLeft } = settings;
  const left = new Set<string>();
  let underWayBytes = 0;
  const clear = async (cardId: string): Promise<void> => {
    try {
      await removeCard(store, cardId);
    } catch (thrown) {
      if (left.size < leftCountMax) left.add(cardId);
      tellLeft?.(thrown);
    }
  };
  return {
    keep: async (card) => {
      const byteCount = Object.values(card.images).reduce((count, image) => count + (image?.length ?? 0), 0);
      if (underWayBytes + byteCount > underWayBytesMax) throw new StoreBusy();
      underWayBytes += byteCount;
      const keptAtMs = now();
      const random = crypto.getRandomValues(new Uint8Array(cardIdBytes));
      const cardId = nameCard(keptAtMs + settings.keptMs, random);
      const keeping = keepCard(settings, card, cardId, keptAtMs).finally(() => {
        underWayBytes -= byteCount;
      });
      try {
        return await endInTime(keeping, waitMsMax);
      } catch (failure) {
        // Nobody waits for it: a store that fails to keep is as slow to remove.
        const clearNow = (): Promise<void> => clear(cardId);
        const clearing = keeping.then(clearNow, clearNow);
        settings.inBackground?.(clearing);
        throw failure;
      }
    },
    find: (link) => findImage(settings, link),
    sweep: async (signal) => {
      for (const cardId of left) {
        if (signal?.aborted) break;
        await removeCard(store, cardId).then(
          () => left.delete(cardId),
          () => {},
        );
      }
      return sweepImages(store, now(), signal);
    },
  };
}

/** Settles when no image of the card is on its way any more. */
async function keepCard(
  { store, keys, linkMs, origin, purpose, consent }: ImageKeeperSettings,
  { images, requestId, idNumber }: CardToKeep,
  cardId: string,
  keptAtMs: number,
): Promise<ImageLinks> {
  const key = sealingKeyOf(await keys(), keptAtMs);
  const subject = idNumber === undefined ? null : await signSubject(key, idNumber);
  const kept = await Promise.allSettled(
    imageSides.map(async (side) => {
      const image = images[side];
      if (image === undefined) return [];
      const record: ImageRecord = {
        side,
        mediaType: "image/jpeg",
        keptAtMs,
        purpose,
        consent,
        requestId,
        subject,
      };
      const name = renderImageName({ cardId, side });
      await store.put(name, await sealImage(key, name, packImage({ record, image: new Uint8Array(image) })));
      return [[side, `${origin}${await signLink(key, { cardId, side }, keptAtMs + linkMs)}`]];
    }),
  );
  const failed = kept.find((each) => each.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return Object.fromEntries(kept.flatMap((each) => ("value" in each ? each.value : [])));
}

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
const storeMsMax = 5_000;

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

/** A store or a file of keys has not answered for as long as it may take. */
class StoreLate extends Error {
  readonly code = "IMAGES_LATE";

  constructor(waitMsMax: number) {
    super(`The store of images has not answered within ${waitMsMax} ms.`);
    this.name = "StoreLate";
  }
}

/**
 * Waits for work no longer than so many milliseconds; the work itself goes on.
 *
 * @throws StoreLate where it takes longer
 */
async function endInTime<T>(work: Promise<T>, waitMsMax: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_settle, reject) => {
    timer = setTimeout(() => reject(new StoreLate(waitMsMax)), waitMsMax);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
