import type { ImageStore } from "@trading-oms/brokerage/ports";
import type { ImageKeys } from "./image-keys.ts";
import { signSubject } from "./image-links.ts";
import {
  deletionOf,
  type ImageName,
  type ImageRecord,
  imageSides,
  readImageName,
  renderImageName,
} from "./image-name.ts";
import { openSeal, type SealFault, unpackImage } from "./seal-image.ts";

/** An image that is kept, as an operator sees it; the image itself is not among it. */
export type ListedImage = ImageName & {
  readonly deleteAtMs: number;
  readonly found:
    | {
        readonly keyId: string;
        readonly record: ImageRecord;
        readonly isOf: (idNumber: string) => Promise<boolean>;
      }
    | { readonly fault: SealFault };
};

/** Opens what is kept, one image after the other, to tell what is recorded with each. */
export async function* listImages(store: ImageStore, keys: ImageKeys): AsyncIterable<ListedImage> {
  for await (const name of store.list()) {
    const read = readImageName(name);
    const sealed = read && (await store.get(name));
    // One that was swept meanwhile is none.
    if (read === undefined || sealed === undefined) continue;
    const opened = await openSeal(keys, name, sealed);
    const listed = { ...read, deleteAtMs: deletionOf(read.cardId) };
    if (typeof opened === "string") {
      yield { ...listed, found: { fault: opened } };
      continue;
    }
    const { record } = unpackImage(opened.bytes);
    const isOf = async (idNumber: string): Promise<boolean> =>
      record.subject === (await signSubject(opened.key, idNumber));
    yield { ...listed, found: { keyId: opened.key.id, record, isOf } };
  }
}

/** What a sweep has done; the failure is the first of those that there were. */
export type Swept = {
  readonly removedCount: number;
  readonly failedCount: number;
  readonly failure?: unknown;
};

/**
 * Removes every image whose time has come. The oldest come first, so that the first whose time has not come ends it; one that
 * can't be removed keeps none behind it, and is tried again by the next sweep.
 */
export async function sweepImages(store: ImageStore, nowMs: number, signal?: AbortSignal): Promise<Swept> {
  let removedCount = 0;
  const failures: unknown[] = [];
  try {
    for await (const name of store.list()) {
      if (signal?.aborted) break;
      const read = readImageName(name);
      if (read === undefined) continue;
      if (nowMs < deletionOf(read.cardId)) break;
      await store.remove(name).then(
        () => {
          removedCount += 1;
        },
        (failure) => void failures.push(failure),
      );
    }
  } catch (failure) {
    failures.push(failure);
  }
  return { removedCount, failedCount: failures.length, failure: failures[0] };
}

/** Removes every image of a card, whichever there are. */
export async function removeCard(store: ImageStore, cardId: string): Promise<void> {
  await Promise.all(imageSides.map((side) => store.remove(renderImageName({ cardId, side }))));
}
