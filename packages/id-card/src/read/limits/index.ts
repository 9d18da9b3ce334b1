export { type ImageFault, imageLimits, judgeImage } from "./judge-image.ts";
