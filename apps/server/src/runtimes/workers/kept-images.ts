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
import { judgePublicUrl } from "../settings.ts";
import type { Environment } from "./settings.ts";

/** The texts by which a Worker that reads cards keeps their images; they mean what they mean to a server on Node. */
export const imageVariables = [
  /** What a file of keys holds, as `oms images key` makes it. */
  { name: "IMAGES_KEYS", fallback: "", form: { kind: "text" } },
  { name: "IMAGES_DAYS", fallback: "30", form: { kind: "integer", min: 1, max: 3_650 } },
  { name: "IMAGES_LINK_MINUTES", fallback: "10", form: { kind: "integer", min: 1, max: 60 } },
  /** Where others reach the Worker that shows images. */
  { name: "IMAGES_URL", fallback: "", form: { kind: "text" } },
  { name: "IMAGES_PURPOSE", fallback: "", form: { kind: "text" } },
  { name: "IMAGES_CONSENT", fallback: "", form: { kind: "text" } },
] as const;

type Name = (typeof imageVariables)[number]["name"];

/** Where images are kept, for how long, and what is recorded with them. */
export type ImageSettings = Omit<ImageKeeperSettings, "now" | "tellLeft" | "inBackground" | "waitMsMax">;

const needed = ["IMAGES_KEYS", "IMAGES_URL", "IMAGES_PURPOSE", "IMAGES_CONSENT"] as const;

/** Reads what images are kept by; nothing is kept where no bucket is bound. */
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
  const wrong = judgePublicUrl(valueIn("IMAGES_URL"));
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

/** Reads which bucket is bound for images; none where nothing is bound. */
export function readBucket({ IMAGES: bucket }: Environment, faults: string[]): ImageStore | undefined {
  if (bucket === undefined) return undefined;
  const { put } = (bucket ?? {}) as { readonly put?: unknown };
  if (typeof put === "function") return openR2Images(bucket as R2Binding);
  faults.push("IMAGES is no bucket of R2: bind one under that name (r2_buckets in the configuration).");
  return undefined;
}

/** Reads the keys that images are sealed under, as a secret holds them; nothing of one is in what is told. */
export async function readImageKeys(text: string, faults: string[]): Promise<ImageKeys | undefined> {
  const read = await parseImageKeys(text);
  if (read.kind === "keys") return read.keys;
  faults.push(`IMAGES_KEYS: ${read.issue} To make a key: oms images key.`);
  return undefined;
}

/** What keeping images needs of the runtime. */
type KeepingWorld = {
  readonly now: () => number;
  readonly log: Log;
  readonly waitUntil: (work: Promise<unknown>) => void;
};

/** Keeps the copies of cards by their settings; what is begun for one is ended also where nobody waits for its answer. */
export function keepImages(
  settings: ImageSettings,
  { now, log, waitUntil }: KeepingWorld,
): NonNullable<ServerServices["keepImages"]> {
  const tellLeft = (thrown: unknown): void => log({ level: "error", event: "images left behind", thrown });
  return async ({ reading: { fields }, copies }, requestId) => {
    if (copies === undefined) return {};
    // One for each card, since a request that was cut off gives nothing back of what it counted.
    const keeper = openImageKeeper({ ...settings, now, tellLeft, inBackground: waitUntil });
    const keeping = keeper.keep({ images: copies, requestId, idNumber: fields.idNumber?.value });
    waitUntil(keeping.catch(() => {}));
    return { imageUrls: await keeping };
  };
}
