export { type ImageKeys, type ImageKeysRead, parseImageKeys } from "../image-keys.ts";
export { type SweepResult, sweepImages } from "../list-images.ts";
export {
  type FindSettings,
  findImage,
  type ImageKeeperSettings,
  type LinkedImage,
  openImageKeeper,
} from "../open-image-keeper.ts";
export { openR2Images, type R2Binding } from "../open-r2-images.ts";
