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

/** The metadata of a stored image, for an operator. */
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

/** Opens every image in a store, one at a time, and yields its metadata. */
export async function* listImages(store: ImageStore, keys: ImageKeys): AsyncIterable<ListedImage> {
  for await (const name of store.list()) {
    const read = readImageName(name);
    const sealed = read && (await store.get(name));
    // Not an image, or removed since the listing.
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

/** The result of a sweep. `failure` is the first failure. */
export type SweepResult = {
  readonly removedCount: number;
  readonly failedCount: number;
  readonly failure?: unknown;
};

/**
 * Removes every image whose deletion time has passed. Names are sorted by that time, so the sweep ends at the first later one.
 * An image that cannot be removed is skipped; the next sweep retries it.
 */
export async function sweepImages(
  store: ImageStore,
  nowMs: number,
  signal?: AbortSignal,
): Promise<SweepResult> {
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

/** Removes all images of a card. Missing sides are ignored. */
export async function removeCard(store: ImageStore, cardId: string): Promise<void> {
  await Promise.all(imageSides.map((side) => store.remove(renderImageName({ cardId, side }))));
}
