import type { ImageStore } from "@trading-oms/brokerage/ports";
import { type ImageKeys, sealingKeyOf } from "./image-keys.ts";
import {
  isSigned,
  type ParsedLink,
  parseLink,
  signLink,
  signSubject,
  type UnverifiedLink,
} from "./image-links.ts";
import {
  deletionOf,
  type ImageRecord,
  type ImageSide,
  imageSides,
  makeCardId,
  renderImageName,
} from "./image-name.ts";
import { removeCard, type SweepResult, sweepImages } from "./list-images.ts";
import { openSeal, packImage, type SealFault, sealImage, unpackImage } from "./seal-image.ts";

/** The options of a keeper. `waitMsMax` applies to all images of a card together, or to one link. */
export type ImageKeeperSettings = FindSettings & {
  readonly keptMs: number;
  readonly linkMs: number;
  /** The beginning of links, such as `https://images.example.com`. */
  readonly origin: string;
  readonly purpose: string;
  readonly consent: string;
  /** Called when images of a partly stored card cannot be removed. The next sweep retries it. */
  readonly onRemovalFailure?: (thrown: unknown) => void;
  /** Keeps the runtime alive for background work, as `waitUntil` does on Workers. */
  readonly inBackground?: (work: Promise<unknown>) => void;
};

/** The images of one card, as JPEG without metadata, and their origin. */
type CardToKeep = {
  readonly images: { readonly [Side in ImageSide]?: Uint8Array | undefined };
  readonly requestId: string;
  /** Omitted if it was not read with certainty. */
  readonly idNumber?: string | undefined;
};

export type ImageLinks = { readonly [Side in ImageSide]?: string };

/** Stores images for a limited time and returns them for signed links. */
export type ImageKeeper = {
  /** Resolves when all images of the card are stored. If one fails or is late, it rejects and removes the others. */
  readonly keep: (card: CardToKeep) => Promise<ImageLinks>;
  readonly find: (link: UnverifiedLink) => Promise<LinkedImage>;
  /** Removes images whose deletion time has passed, and retries failed removals of partly stored cards. */
  readonly sweep: (signal?: AbortSignal) => Promise<SweepResult>;
};

/** Thrown when the images still being stored reach the memory limit. */
class StoreBusy extends Error {
  readonly code = "IMAGES_BUSY";

  constructor() {
    super("The image store is too slow: too many images are still being stored.");
    this.name = "StoreBusy";
  }
}

const cardIdBytes = 16;

/** Images that are still being stored after their timeout hold memory, so their total is limited. */
const pendingBytesMax = 100_000_000;

/** Images of further cards stay until their deletion time. */
const unremovedCountMax = 1_000;

export function openImageKeeper(settings: ImageKeeperSettings): ImageKeeper {
  const { store, now, waitMsMax = storeMsMax, onRemovalFailure } = settings;
  const unremoved = new Set<string>();
  let pendingBytes = 0;
  const removeOrRemember = async (cardId: string): Promise<void> => {
    try {
      await removeCard(store, cardId);
    } catch (thrown) {
      if (unremoved.size < unremovedCountMax) unremoved.add(cardId);
      onRemovalFailure?.(thrown);
    }
  };
  return {
    keep: async (card) => {
      const byteCount = Object.values(card.images).reduce((count, image) => count + (image?.length ?? 0), 0);
      if (pendingBytes + byteCount > pendingBytesMax) throw new StoreBusy();
      pendingBytes += byteCount;
      const keptAtMs = now();
      const random = crypto.getRandomValues(new Uint8Array(cardIdBytes));
      const cardId = makeCardId(keptAtMs + settings.keptMs, random);
      const keeping = storeCard(settings, card, cardId, keptAtMs).finally(() => {
        pendingBytes -= byteCount;
      });
      try {
        return await withTimeout(keeping, waitMsMax);
      } catch (failure) {
        // In the background, because a store that fails or is slow to store is so to remove as well.
        const remove = (): Promise<void> => removeOrRemember(cardId);
        const removing = keeping.then(remove, remove);
        settings.inBackground?.(removing);
        throw failure;
      }
    },
    find: (link) => findImage(settings, link),
    sweep: async (signal) => {
      for (const cardId of unremoved) {
        if (signal?.aborted) break;
        await removeCard(store, cardId).then(
          () => unremoved.delete(cardId),
          () => {},
        );
      }
      return sweepImages(store, now(), signal);
    },
  };
}

/** Settles when no image of the card is being stored any more. */
async function storeCard(
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

type FindSettings = {
  readonly store: ImageStore;
  /** Called for each card and link, so that new keys are found. */
  readonly keys: () => Promise<ImageKeys>;
  readonly now: () => number;
  /** The timeout of store and keys together: 5,000 by default. */
  readonly waitMsMax?: number;
};

const storeMsMax = 5_000;

/** The image of a link, or why there is none. */
type LinkedImage =
  | { readonly kind: "image"; readonly mediaType: string; readonly image: Uint8Array<ArrayBuffer> }
  /** The link is invalid or has expired, or the image is gone. Callers must not learn which. */
  | { readonly kind: "not-found" }
  /** An object has that name, but no key opens it. */
  | { readonly kind: "not-opened"; readonly fault: SealFault };

export async function findImage(settings: FindSettings, link: UnverifiedLink): Promise<LinkedImage> {
  const { now, waitMsMax = storeMsMax } = settings;
  const parsed = parseLink(link, now());
  // Images past their deletion time are not shown, swept or not.
  if (parsed === undefined || now() >= deletionOf(parsed.name.cardId)) return { kind: "not-found" };
  return withTimeout(openImage(settings, parsed), waitMsMax);
}

async function openImage({ keys, store }: FindSettings, link: ParsedLink): Promise<LinkedImage> {
  const held = await keys();
  if (!(await isSigned(held, link))) return { kind: "not-found" };
  const name = renderImageName(link.name);
  const sealed = await store.get(name);
  if (sealed === undefined) return { kind: "not-found" };
  const opened = await openSeal(held, name, sealed);
  if (typeof opened === "string") return { kind: "not-opened", fault: opened };
  const { record, image } = unpackImage(opened.bytes);
  return { kind: "image", mediaType: record.mediaType, image };
}

/** Thrown when the store or the key file is slower than the timeout. */
class StoreLate extends Error {
  readonly code = "IMAGES_LATE";

  constructor(waitMsMax: number) {
    super(`The image store or its key file did not answer within ${waitMsMax} ms.`);
    this.name = "StoreLate";
  }
}

/**
 * Waits for work up to a timeout. The work itself continues.
 *
 * @throws StoreLate at the timeout
 */
async function withTimeout<T>(work: Promise<T>, waitMsMax: number): Promise<T> {
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
