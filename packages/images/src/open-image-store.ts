import type { ImageStore } from "@trading-oms/brokerage/ports";
import { type DiskOptions, openDiskImages } from "./open-disk-images.ts";
import { openS3Images, type S3Settings } from "./open-s3-images.ts";

/** The credentials of a bucket. */
export type BucketAccess = Omit<S3Settings, "bucketUrl">;

/** Opens the image store at a place. `options` apply to a folder. */
export async function openImageStore(
  place: ImagePlace,
  access: BucketAccess,
  options: DiskOptions = {},
): Promise<ImageStore> {
  return place.kind === "disk"
    ? openDiskImages(place.folder, options)
    : openS3Images({ ...access, ...place });
}

export type ImagePlace =
  | { readonly kind: "disk"; readonly folder: string }
  | { readonly kind: "s3"; readonly bucketUrl: string };

/**
 * Parses the place of images: the absolute path of a folder, or the URL of a bucket. Undefined for anything else. Relative
 * paths are refused because the server and the command line may run in different folders.
 */
export function readImagePlace(text: string): ImagePlace | undefined {
  if (/^(?:\/|[A-Za-z]:[\\/])./.test(text)) return { kind: "disk", folder: text };
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.username || url.password || url.search || url.hash) return undefined;
  return { kind: "s3", bucketUrl: url.href };
}
