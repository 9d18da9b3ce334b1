import type { ImageStore } from "@trading-oms/brokerage/ports";
import { type DiskWays, openDiskImages } from "./open-disk-images.ts";
import { openS3Images, type S3Settings } from "./open-s3-images.ts";

/** What opens a bucket, wherever it is. */
export type BucketAccess = Omit<S3Settings, "bucketUrl">;

/** Opens the store at a place; a folder is made where there is none, unless the ways say otherwise. */
export async function openImageStore(
  place: ImagePlace,
  access: BucketAccess,
  ways: DiskWays = {},
): Promise<ImageStore> {
  return place.kind === "disk" ? openDiskImages(place.folder, ways) : openS3Images({ ...access, ...place });
}

/** Where images are kept. */
export type ImagePlace =
  | { readonly kind: "disk"; readonly folder: string }
  | { readonly kind: "s3"; readonly bucketUrl: string };

/**
 * Reads where images are to be kept: a folder by its whole path, so that server and command line mean the same wherever they
 * are started, or a bucket by its address; undefined for anything else.
 */
export function readImagePlace(text: string): ImagePlace | undefined {
  if (/^(?:\/|[A-Za-z]:[\\/])./.test(text)) return { kind: "disk", folder: text };
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.username || url.password || url.search || url.hash) return undefined;
  return { kind: "s3", bucketUrl: url.href };
}
