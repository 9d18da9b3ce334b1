import type { ImageStore } from "@trading-oms/brokerage/ports";
import {
  type ImageKeeperSettings,
  type ImageKeys,
  openImageKeeper,
  openR2Images,
  parseImageKeys,
  type R2Binding,
} from "@trading-oms/images/workers";
import type { Log } from "../../http/log-and-trace.ts";
import type { ServerServices } from "../../services.ts";
import { checkPublicUrl } from "../settings.ts";
import type { Environment } from "./settings.ts";

/** Variables for storing images; they mean the same as on Node. */
export const imageVariables = [
  /** The content of a key file, as `oms images key` makes it. */
  { name: "IMAGES_KEYS", fallback: "", form: { kind: "text" } },
  { name: "IMAGES_DAYS", fallback: "30", form: { kind: "integer", min: 1, max: 3_650 } },
  { name: "IMAGES_LINK_MINUTES", fallback: "10", form: { kind: "integer", min: 1, max: 60 } },
  /** The public URL of the image Worker. */
  { name: "IMAGES_URL", fallback: "", form: { kind: "text" } },
  { name: "IMAGES_PURPOSE", fallback: "", form: { kind: "text" } },
  { name: "IMAGES_CONSENT", fallback: "", form: { kind: "text" } },
] as const;

type Name = (typeof imageVariables)[number]["name"];

/** Where images are stored, for how long, and the recorded purpose and consent. */
export type ImageSettings = Omit<
  ImageKeeperSettings,
  "now" | "onRemovalFailure" | "inBackground" | "waitMsMax"
>;

const needed = ["IMAGES_KEYS", "IMAGES_URL", "IMAGES_PURPOSE", "IMAGES_CONSENT"] as const;

/** Reads the settings of the image store; undefined if no bucket is bound. */
export async function readImageSettings(
  environment: Environment,
  valueIn: (name: Name) => string,
  faults: string[],
): Promise<ImageSettings | undefined> {
  const store = readBucket(environment, faults);
  const missing = needed.filter((name) => valueIn(name) === "");
  if (environment["IMAGES"] === undefined) {
    if (missing.length < needed.length) {
      faults.push("Images are to be kept, and no bucket is bound for them as IMAGES (r2_buckets).");
    }
    return undefined;
  }
  if (missing.length > 0) {
    const have = missing.length === 1 ? "has" : "have";
    faults.push(`IMAGES keeps images, so that ${missing.join(", ")} ${have} to be set as well.`);
    return undefined;
  }
  const wrong = checkPublicUrl(valueIn("IMAGES_URL"));
  if (wrong !== undefined) faults.push(`IMAGES_URL ${wrong}`);
  const keys = await readImageKeys(valueIn("IMAGES_KEYS"), faults);
  if (store === undefined || keys === undefined) return undefined;
  return {
    store,
    keys: async () => keys,
    keptMs: Number(valueIn("IMAGES_DAYS")) * 86_400_000,
    linkMs: Number(valueIn("IMAGES_LINK_MINUTES")) * 60_000,
    origin: valueIn("IMAGES_URL").replace(/\/+$/, ""),
    purpose: valueIn("IMAGES_PURPOSE"),
    consent: valueIn("IMAGES_CONSENT"),
  };
}

/** Reads the R2 binding; undefined if none is bound. */
export function readBucket({ IMAGES: bucket }: Environment, faults: string[]): ImageStore | undefined {
  if (bucket === undefined) return undefined;
  const { put } = (bucket ?? {}) as { readonly put?: unknown };
  if (typeof put === "function") return openR2Images(bucket as R2Binding);
  faults.push("IMAGES is no bucket of R2: bind one under that name (r2_buckets in the configuration).");
  return undefined;
}

/** Parses the image keys; a fault never contains key material. */
export async function readImageKeys(text: string, faults: string[]): Promise<ImageKeys | undefined> {
  const read = await parseImageKeys(text);
  if (read.kind === "keys") return read.keys;
  faults.push(`IMAGES_KEYS: ${read.issue} To make a key: oms images key.`);
  return undefined;
}

/** What storing images needs from the runtime. */
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
