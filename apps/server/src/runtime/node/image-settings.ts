import { type BucketAccess, type ImagePlace, readImagePlace } from "@trading-oms/images";
import type { VariableName } from "./variables.ts";

/** Where images are kept, for how long, and what is recorded with them. */
export type ImageSettings = {
  readonly place: ImagePlace;
  readonly access: BucketAccess;
  readonly keyFile: string;
  readonly keptMs: number;
  readonly linkMs: number;
  /** What links begin with, without a slash at its end. */
  readonly origin: string;
  readonly purpose: string;
  readonly consent: string;
};

const always = ["IMAGES_KEY_FILE", "IMAGES_URL", "IMAGES_PURPOSE", "IMAGES_CONSENT"] as const;
const ofBuckets = ["IMAGES_S3_ACCESS_KEY_ID", "IMAGES_S3_SECRET_ACCESS_KEY"] as const;

/** Says which settings are missing where images are to be kept. */
export function listImageFaults(valueIn: (name: VariableName) => string): string[] {
  const place = readImagePlace(valueIn("IMAGES"));
  if (place === undefined) return [];
  const needed: readonly VariableName[] = place.kind === "s3" ? [...always, ...ofBuckets] : always;
  const missing = needed.filter((name) => valueIn(name) === "");
  if (missing.length === 0) return [];
  return [
    `IMAGES keeps images, so that ${missing.join(", ")} ${missing.length === 1 ? "has" : "have"} to be set as well.`,
  ];
}

/** Gathers what has no fault. */
export function gatherImages(valueIn: (name: VariableName) => string): ImageSettings | undefined {
  const place = readImagePlace(valueIn("IMAGES"));
  if (place === undefined) return undefined;
  return {
    place,
    access: {
      region: valueIn("IMAGES_S3_REGION"),
      accessKeyId: valueIn("IMAGES_S3_ACCESS_KEY_ID"),
      secretAccessKey: valueIn("IMAGES_S3_SECRET_ACCESS_KEY"),
    },
    keyFile: valueIn("IMAGES_KEY_FILE"),
    keptMs: Number(valueIn("IMAGES_DAYS")) * 86_400_000,
    linkMs: Number(valueIn("IMAGES_LINK_MINUTES")) * 60_000,
    origin: valueIn("IMAGES_URL").replace(/\/+$/, ""),
    purpose: valueIn("IMAGES_PURPOSE"),
    consent: valueIn("IMAGES_CONSENT"),
  };
}
