import type { ImageStore } from "@trading-oms/brokerage/ports";
import { findImage, sweepImages } from "@trading-oms/images/workers";
import { type FindImage, type ImageService, serveImages } from "../../http/kept-images.ts";
import { makeMemoryBudget } from "../../http/memory-budget.ts";
import { openApp } from "../../http/middleware.ts";
import { limitMinute, widenNetwork } from "../../http/rate-limits.ts";
import type { Log } from "../../log-and-trace.ts";
import { readShared, warnOfMistyped } from "../settings.ts";
import {
  addressOf,
  failEvent,
  limitTogether,
  makeBaseServices,
  rejectFaulty,
  type Serve,
  type Worker,
  type WriteLine,
  wireAtFirstRequest,
} from "./base-services.ts";
import { readBucket, readImageKeys } from "./kept-images.ts";
import { checkLimiters, type Environment } from "./settings.ts";
import type { ScheduledWorker } from "./watch.ts";

const imagesPerCard = 3;

/** An image is in memory twice, encrypted and decrypted, within the 128 MB of an isolate. */
const imagesBytesMax = 32_000_000;

/**
 * Creates the Worker that serves stored images by their links and deletes expired ones. It is a Worker of its own because the
 * one that reads cards has no public address (decision 0034).
 */
export function createImageWorker({
  writeLine,
}: {
  readonly writeLine: WriteLine;
}): Worker & ScheduledWorker {
  return {
    ...wireAtFirstRequest((environment) => wire(writeLine, environment)),
    scheduled: async (_event, environment) => {
      const faults: string[] = [];
      const store = readBucket(environment, faults);
      // Expired images are removed even if the keys are faulty.
      if (store === undefined) return failEvent(writeLine, faults.length === 0 ? [unbound] : faults);
      const { log, now } = makeBaseServices(writeLine);
      return sweepBucket(store, now(), log);
    },
  };
}

async function wire(writeLine: WriteLine, environment: Environment): Promise<Serve> {
  const { values, faults, mistyped } = readShared("images", environment);
  checkLimiters(["IMAGE_LIMITER"], environment, faults);
  const store = readBucket(environment, faults);
  if (environment["IMAGES"] === undefined) faults.push(unbound);
  const keys = await readImageKeys(values.imageKeys ?? "", faults);
  if (faults.length > 0 || store === undefined || keys === undefined) return rejectFaulty(writeLine, faults);
  const base = makeBaseServices(writeLine, values.logLevel);
  const { now, log } = base;
  warnOfMistyped(mistyped, log);
  const { corsOrigins, cardRequestsMax } = values;
  const imagesPerMinuteMax = cardRequestsMax && cardRequestsMax * imagesPerCard;
  const service: ImageService = {
    findImage: findIn({ store, keys: async () => keys, now }, log),
    corsOrigins,
    limiter: limitTogether(limitMinute(imagesPerMinuteMax, now, widenNetwork), environment, "IMAGE_LIMITER"),
    addressOf,
    reserveMemory: makeMemoryBudget({ bytesMax: imagesBytesMax }),
  };
  const app = openApp({ ...base, corsOrigins });
  serveImages(app, service);
  return app.fetch;
}

const unbound = "No bucket is bound as IMAGES (r2_buckets in the configuration).";

function findIn(settings: Parameters<typeof findImage>[0], log: Log): FindImage {
  return async (asked) => {
    const found = await findImage(settings, asked);
    if (found.kind === "image") return found;
    if (found.kind === "not-opened") {
      log({ level: "error", event: "opening a stored image failed", notes: { fault: found.fault } });
    }
    return undefined;
  };
}

/** The removals of one sweep, below the 1,000 subrequests of an event; the next sweep continues. */
const removalCountMax = 900;

/** Removes expired images and logs the result; rejects if one could not be removed. */
async function sweepBucket(store: ImageStore, nowMs: number, log: Log): Promise<void> {
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
  log({ level: "error", event: "image sweep failed", notes, thrown: failure });
  // A failed event is visible on the platform.
  throw new Error("Images that are due were not removed.");
}
