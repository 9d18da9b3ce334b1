import type { ImageStore } from "@trading-oms/brokerage/ports";
import { findImage, sweepImages } from "@trading-oms/images/workers";
import { makeBodyRoom } from "../../http/body-bytes.ts";
import { type FindImage, type ImageService, serveImages } from "../../http/kept-images.ts";
import { openApp, openFailingApp } from "../../http/open-app.ts";
import { limitMinute, nameNetwork, widenNetwork } from "../../http/rate-limits.ts";
import type { Log, LogLevel } from "../../http/reports.ts";
import { listOf } from "../settings.ts";
import { gatherFrame, limitTogether } from "./frame.ts";
import { readBucket, readImageKeys } from "./kept-images.ts";
import { type Environment, judgeLimiters, readTexts } from "./settings.ts";
import type { ScheduledWorker } from "./watch.ts";
import type { Worker } from "./worker.ts";

/** Every text that the Worker of images reads. */
const variables = [
  { name: "IMAGES_KEYS", fallback: "", form: { kind: "text" } },
  { name: "CORS_ORIGINS", fallback: "", form: { kind: "origins" } },
  /** As of the Worker that reads cards: an address may ask for three images where it may send one card. */
  { name: "RATE_LIMIT_CARDS", fallback: "20", form: { kind: "integer", min: 0, max: 1_000_000 } },
  { name: "LOG_LEVEL", fallback: "info", form: { kind: "one-of", values: ["error", "warn", "info"] } },
] as const;

const imagesPerCard = 3;

/** An image is here twice, sealed and opened, within the 128 MB of an isolate. */
const imagesBytesMax = 32_000_000;

/** What the runtime gives to what shows images. */
type ImageWorld = { readonly writeLine: (line: string) => void };

/** Makes the Worker that shows kept images by their links, and removes those whose time has come. */
export function createImageWorker({ writeLine }: ImageWorld): Worker & ScheduledWorker {
  let serve: ((request: Request) => Promise<Response>) | undefined;
  return {
    fetch: async (request, environment) => {
      if (serve === undefined) {
        const wired = await wire(writeLine, environment);
        serve ??= wired;
      }
      return serve(request);
    },
    scheduled: async (_event, environment) => {
      const { log, now } = gatherFrame(writeLine, "info");
      const faults: string[] = [];
      const store = readBucket(environment, faults);
      // Keys that are at fault keep nothing from being removed.
      if (store !== undefined) return sweepBucket(store, now(), log);
      tellFaults(log, [...faults, ...(faults.length === 0 ? [unbound] : [])]);
      // The event fails, so that the platform shows that nothing is removed.
      throw new Error("The settings are faulty.");
    },
  };
}

async function wire(
  writeLine: ImageWorld["writeLine"],
  environment: Environment,
): Promise<(request: Request) => Promise<Response>> {
  const { valueIn, faults } = readTexts(variables, environment);
  judgeLimiters(["IMAGE_LIMITER"], environment, faults);
  const store = readBucket(environment, faults);
  if (environment["IMAGES"] === undefined) faults.push(unbound);
  const keys = await readImageKeys(valueIn("IMAGES_KEYS"), faults);
  const isFaulty = faults.length > 0 || store === undefined || keys === undefined;
  const frame = gatherFrame(writeLine, isFaulty ? "info" : (valueIn("LOG_LEVEL") as LogLevel));
  const corsOrigins = new Set(isFaulty ? [] : listOf(valueIn("CORS_ORIGINS")));
  if (isFaulty) {
    tellFaults(frame.log, faults);
    const fail = openFailingApp({ ...frame, corsOrigins });
    return async (request) => fail({ code: "not-ready" }, request);
  }
  const { now, log } = frame;
  const countMax = Number(valueIn("RATE_LIMIT_CARDS")) * imagesPerCard || undefined;
  const service: ImageService = {
    findImage: findIn({ store, keys: async () => keys, now }, log),
    corsOrigins,
    limiter: limitTogether(limitMinute(countMax, now, widenNetwork), environment, "IMAGE_LIMITER"),
    addressOf: ({ headers }) => nameNetwork(headers.get("cf-connecting-ip") ?? ""),
    enterRoom: makeBodyRoom(imagesBytesMax),
  };
  const app = openApp({ ...frame, corsOrigins });
  serveImages(app, service);
  return async (request) => app.fetch(request);
}

const unbound = "No bucket is bound as IMAGES (r2_buckets in the configuration).";

function tellFaults(log: Log, faults: readonly string[]): void {
  log({ level: "error", event: "faulty settings", notes: { faults: faults.join(" ") } });
}

function findIn(settings: Parameters<typeof findImage>[0], log: Log): FindImage {
  return async (asked) => {
    const found = await findImage(settings, asked);
    if (found.kind === "image") return found;
    if (found.kind === "not-opened") {
      log({ level: "error", event: "a kept image not to be opened", notes: { fault: found.fault } });
    }
    return undefined;
  };
}

/** What one sweep may ask the bucket for, below the 1,000 that a Worker may in one go; the next goes on. */
const removalCountMax = 900;

/** Removes the images whose time has come, and tells what it came to; rejects where one of them could not be removed. */
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
  log({ level: "error", event: "images not swept", notes, thrown: failure });
  // The event fails, so that the platform shows it.
  throw new Error("Images that are due were not removed.");
}
