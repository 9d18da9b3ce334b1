import type { ImageStore } from "@trading-oms/brokerage/ports";
import { sweepImages } from "@trading-oms/images/workers";
import type { Log } from "../../http/reports.ts";

/** What one sweep may ask the bucket for, below the 1,000 that a Worker may in one go; the next goes on. */
const removalCountMax = 900;

/** Removes the images whose time has come, and tells what it came to; rejects where one of them could not be removed. */
export async function sweepBucket(store: ImageStore, nowMs: number, log: Log): Promise<void> {
  const ending = new AbortController();
  let removalCount = 0;
  const counted: ImageStore = {
    ...store,
    remove: (name) => {
      removalCount += 1;
      if (removalCount >= removalCountMax) ending.abort();
      return store.remove(name);
    },
  };
  const { removedCount, failedCount, failure } = await sweepImages(counted, nowMs, ending.signal);
  const notes = { removed: removedCount, failed: failedCount };
  if (failedCount === 0) return log({ level: "info", event: "images swept", notes });
  log({ level: "error", event: "images not swept", notes, thrown: failure });
  // The event fails, so that the platform shows it.
  throw new Error("Images that are due were not removed.");
}
