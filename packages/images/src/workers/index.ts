export { type FindSettings, findImage, type LinkedImage } from "../find-image.ts";
export type { ImageKeys } from "../keys/image-key.ts";
export { type ImageKeysRead, parseImageKeys } from "../keys/parse-image-keys.ts";
export { type ImageKeeperSettings, openImageKeeper } from "../open-image-keeper.ts";
export { openR2Images } from "../r2/open-r2-images.ts";
export type { R2Binding } from "../r2/r2-binding.ts";
export { type Swept, sweepImages } from "../sweep-images.ts";
