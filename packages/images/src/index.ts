export type { LinkedImage } from "./find-image.ts";
export { type ImageName, type ImageSide, imageSides, isCardId, readImageName } from "./image-name.ts";
export type { ImageRecord } from "./image-record.ts";
export type { ImageKey, ImageKeys } from "./keys/image-key.ts";
export { makeImageKey } from "./keys/make-image-key.ts";
export { type ImageKeysRead, parseImageKeys, renderImageKeys } from "./keys/parse-image-keys.ts";
export { type ListedImage, listImages } from "./list-images.ts";
export {
  type CardToKeep,
  type ImageKeeper,
  type ImageKeeperSettings,
  type ImageLinks,
  openImageKeeper,
} from "./open-image-keeper.ts";
export { type BucketAccess, openImageStore } from "./open-image-store.ts";
export { type ImagePlace, readImagePlace } from "./read-image-place.ts";
export { StorageFault } from "./s3/storage-fault.ts";
export type { SealFault } from "./seal-image.ts";
export type { AskedLink } from "./sign-link.ts";
export { removeCard, type Swept } from "./sweep-images.ts";
