import type { ImageStore } from "@trading-oms/brokerage/ports";
import {
  type ImageKeeperSettings,
  type ImageKeys,
  openImageKeeper,
  openR2Images,
  parseImageKeys,
  type R2Binding,
} from "@trading-oms/images/workers";
import type { Log } from "../../log-and-trace.ts";
import type { ServerServices } from "../../services.ts";
import { keepingOf, reportMissing, type SettingsOf } from "../settings.ts";
import { sharedSettings } from "../settings-table.ts";
import { type Environment, readBinding } from "./settings.ts";

export type ImageSettings = Omit<
  ImageKeeperSettings,
  "now" | "onRemovalFailure" | "inBackground" | "waitMsMax"
>;

const needed = ["imageKeys", "imagesUrl", "imagePurpose", "imageConsent"] as const;

/** Reads the settings of the image store; undefined if no bucket is bound. */
export async function readImageSettings(
  environment: Environment,
  values: SettingsOf<"cards">,
  faults: string[],
): Promise<ImageSettings | undefined> {
  const store = readBucket(environment, faults);
  const missing = needed.filter((key) => values[key] === undefined).map((key) => sharedSettings[key].name);
  if (environment["IMAGES"] === undefined) {
    if (missing.length < needed.length) {
      faults.push("Images are to be kept, and no bucket is bound for them as IMAGES (r2_buckets).");
    }
    return undefined;
  }
  if (missing.length > 0) {
    reportMissing(missing, faults);
    return undefined;
  }
  const keys = await readImageKeys(values.imageKeys ?? "", faults);
  if (store === undefined || keys === undefined) return undefined;
  return { store, keys: async () => keys, ...keepingOf(values) };
}

/** Reads the R2 binding; undefined if none is bound. */
export function readBucket(environment: Environment, faults: string[]): ImageStore | undefined {
  const kind = { name: "IMAGES", method: "put", what: "bucket of R2", where: "r2_buckets" };
  const bucket = readBinding<R2Binding>(environment, kind, faults);
  return bucket && openR2Images(bucket);
}

/** Parses the image keys; a fault never contains key material. */
export async function readImageKeys(text: string, faults: string[]): Promise<ImageKeys | undefined> {
  const read = await parseImageKeys(text);
  if (read.kind === "keys") return read.keys;
  faults.push(`IMAGES_KEYS: ${read.issue} To make a key: oms images key.`);
  return undefined;
}

type KeepingWorld = {
  readonly now: () => number;
  readonly log: Log;
  readonly waitUntil: (work: Promise<unknown>) => void;
};

/** Returns a function that stores the copies of a card; it finishes even if the client disconnects. */
export function storeImages(
  settings: ImageSettings,
  { now, log, waitUntil }: KeepingWorld,
): NonNullable<ServerServices["storeImages"]> {
  const onRemovalFailure = (thrown: unknown): void =>
    log({ level: "error", event: "image cleanup failed", thrown });
  return async ({ reading: { fields }, copies }, requestId) => {
    if (copies === undefined) return {};
    // A keeper per card, because an aborted request never releases what it counted.
    const keeper = openImageKeeper({ ...settings, now, onRemovalFailure, inBackground: waitUntil });
    const keeping = keeper.keep({ images: copies, requestId, idNumber: fields.idNumber?.value });
    waitUntil(keeping.catch(() => {}));
    return { imageUrls: await keeping };
  };
}
