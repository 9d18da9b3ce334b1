import type { ImageStore } from "@trading-oms/brokerage/ports";
import { deletionOf, imageSides, readImageName, renderImageName } from "./image-name.ts";

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
