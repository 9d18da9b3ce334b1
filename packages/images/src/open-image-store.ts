import type { ImageStore } from "@trading-oms/brokerage/ports";
import { type DiskWays, openDiskImages } from "./disk/open-disk-images.ts";
import type { ImagePlace } from "./read-image-place.ts";
import { openS3Images, type S3Settings } from "./s3/open-s3-images.ts";

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
