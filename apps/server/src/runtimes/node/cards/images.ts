import { readFile, stat } from "node:fs/promises";
import { checkPrivacy } from "@trading-oms/access";
import {
  type ImageKeeper,
  type ImageKeys,
  openImageKeeper,
  openImageStore,
  parseImageKeys,
} from "@trading-oms/images";
import type { Registry } from "prom-client";
import type { FindImage } from "../../../http/kept-images.ts";
import type { Log } from "../../../log-and-trace.ts";
import type { ServerServices } from "../../../services.ts";
import { logFirstFailure, repeat } from "../background.ts";
import { codeOf } from "../keys.ts";
import { addCounter, addCounters } from "../observe/metrics.ts";
import type { ImageSettings } from "../settings/settings.ts";

const sweepPauseMs = 600_000;

type Images = {
  readonly storeImages: NonNullable<ServerServices["storeImages"]>;
  readonly findImage: FindImage;
  readonly begin: () => { readonly stop: () => Promise<void> };
};

/** The opened image store; undefined if images are not configured. */
type OpenedImages =
  | { readonly kind: "images"; readonly images: Images | undefined }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

type World = { readonly log: Log; readonly now: () => number; readonly registry: Registry };

/** Opens store and keys. An unreachable bucket is no fault; an unusable folder or key file is. */
export async function openImages(settings: ImageSettings | undefined, world: World): Promise<OpenedImages> {
  if (settings === undefined) return { kind: "images", images: undefined };
  const { place, access, keyFile } = settings;
  try {
    await readKeys(keyFile);
    const fault = checkPrivacy(keyFile, await stat(keyFile), process.getuid?.());
    if (fault !== undefined)
      return { kind: "faulty", faults: [`IMAGES_KEY_FILE names ${keyFile}: ${fault}`] };
  } catch (failure) {
    const why = failure instanceof KeysUnusable ? failure.message : `It can't be read (${codeOf(failure)}).`;
    const fault = `IMAGES_KEY_FILE names ${keyFile}: ${why} To make a key: oms images key.`;
    return { kind: "faulty", faults: [fault] };
  }
  try {
    const store = await openImageStore(place, access);
    const { log, now } = world;
    const counts = { ...noCounts };
    addCounts(world.registry, counts);
    const onRemovalFailure = (thrown: unknown): void => {
      counts.stuck += 1;
      log({ level: "error", event: "image cleanup failed", thrown });
    };
    const keys = cacheKeys(keyFile);
    const keeper = openImageKeeper({ ...settings, store, now, keys, onRemovalFailure });
    return { kind: "images", images: makeImages(keeper, counts, log) };
  } catch (failure) {
    const where = place.kind === "disk" ? place.folder : place.bucketUrl;
    const fault = `IMAGES names ${where}, which can't be made or opened (${codeOf(failure)}); name another.`;
    return { kind: "faulty", faults: [fault] };
  }
}

const noCounts = { kept: 0, failed: 0, full: 0, uncopied: 0, shown: 0, notOpened: 0, removed: 0, stuck: 0 };

type Counts = typeof noCounts;

const fullCodes = new Set(["IMAGES_NO_ROOM", "ENOSPC", "EDQUOT"]);

function makeImages(keeper: ImageKeeper, counts: Counts, log: Log): Images {
  const sweep = async (signal: AbortSignal): Promise<void> => {
    const { removedCount, failedCount, failure } = await keeper.sweep(signal);
    counts.removed += removedCount;
    counts.stuck += failedCount;
    if (failedCount > 0) throw failure;
  };
  return {
    storeImages: async ({ reading: { fields }, copies }, requestId) => {
      if (copies === undefined) {
        // No copies are made of a card without any field read, so only other cards count as uncopied.
        if (Object.keys(fields).length > 0) counts.uncopied += 1;
        return {};
      }
      try {
        const idNumber = fields.idNumber?.value;
        const imageUrls = await keeper.keep({ images: copies, requestId, idNumber });
        counts.kept += 1;
        return { imageUrls };
      } catch (thrown) {
        counts[fullCodes.has(codeOf(thrown)) ? "full" : "failed"] += 1;
        throw thrown;
      }
    },
    findImage: async (asked) => {
      const found = await keeper.find(asked);
      if (found.kind === "not-found") return undefined;
      if (found.kind === "not-opened") {
        counts.notOpened += 1;
        log({ level: "error", event: "opening a stored image failed", notes: { fault: found.fault } });
        return undefined;
      }
      counts.shown += 1;
      return found;
    },
    begin: () => {
      const ending = new AbortController();
      const { stop } = repeat(
        logFirstFailure(log, "image sweep failed", () => sweep(ending.signal)),
        sweepPauseMs,
      );
      return {
        stop: () => {
          ending.abort();
          return stop();
        },
      };
    },
  };
}

const counters = [
  ["shown", "oms_images_served_total", "Images that were served by a link."],
  ["notOpened", "oms_images_decrypt_failures_total", "Stored images that no key can decrypt."],
  ["removed", "oms_images_removed_total", "Images that were removed because they had expired."],
  ["stuck", "oms_images_removal_failures_total", "Failed attempts to remove an image."],
] as const;

function addCounts(registry: Registry, counts: Readonly<Counts>): void {
  addCounters(
    registry,
    "oms_images_cards_total",
    "Cards whose images were to be stored, by outcome.",
    "outcome",
    () => ({
      kept: counts.kept,
      failed: counts.failed,
      "no-room": counts.full,
      "not-copied": counts.uncopied,
    }),
  );
  for (const [count, name, help] of counters) addCounter(registry, name, help, () => counts[count]);
}

/** The content of the key file is not a set of valid keys. */
class KeysUnusable extends Error {
  readonly code = "IMAGE_KEYS_UNUSABLE";
}

/**
 * Reads the key file again when it has changed: a new key is known at once, a removed key no longer opens
 * images, and an unchanged file costs one `stat`.
 */
function cacheKeys(path: string): () => Promise<ImageKeys> {
  let known: { readonly version: string; readonly keys: ImageKeys } | undefined;
  return async () => {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    const version = [ino, size, mtimeNs].join(" ");
    if (known?.version !== version) known = { version, keys: await readKeys(path) };
    return known.keys;
  };
}

async function readKeys(path: string): Promise<ImageKeys> {
  const read = await parseImageKeys(await readFile(path, "utf8"));
  if (read.kind === "faulty") throw new KeysUnusable(read.issue);
  return read.keys;
}
