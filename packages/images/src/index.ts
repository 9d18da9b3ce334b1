export {
  type ImageKey,
  type ImageKeys,
  makeImageKey,
  parseImageKeys,
  renderImageKeys,
} from "./image-keys.ts";
export { isCardId, readImageName } from "./image-name.ts";
export { type ListedImage, listImages, removeCard } from "./list-images.ts";
export {
  type ImageKeeper,
  type ImageKeeperSettings,
  type ImageLinks,
  openImageKeeper,
} from "./open-image-keeper.ts";
export { type BucketAccess, type ImagePlace, openImageStore, readImagePlace } from "./open-image-store.ts";
export { StorageFault } from "./open-s3-images.ts";
