export {
  type ImageKey,
  type ImageKeys,
  type ImageKeysRead,
  makeImageKey,
  parseImageKeys,
  renderImageKeys,
} from "./image-keys.ts";
export type { UnverifiedLink } from "./image-links.ts";
export {
  type ImageName,
  type ImageRecord,
  type ImageSide,
  imageSides,
  isCardId,
  readImageName,
} from "./image-name.ts";
export { type ListedImage, listImages, removeCard, type SweepResult } from "./list-images.ts";
export {
  type CardToKeep,
  type ImageKeeper,
  type ImageKeeperSettings,
  type ImageLinks,
  type LinkedImage,
  openImageKeeper,
} from "./open-image-keeper.ts";
export { type BucketAccess, type ImagePlace, openImageStore, readImagePlace } from "./open-image-store.ts";
export { StorageFault } from "./open-s3-images.ts";
export type { SealFault } from "./seal-image.ts";
