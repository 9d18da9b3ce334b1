export { type ImageKeys, parseImageKeys } from "../image-keys.ts";
export { sweepImages } from "../list-images.ts";
export { findImage, type ImageKeeperSettings, openImageKeeper } from "../open-image-keeper.ts";
export { openR2Images, type R2Binding } from "../open-r2-images.ts";
