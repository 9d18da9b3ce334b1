/**
 * The checks of an image before it is decoded, and the messages about it, without any dependency.
 *
 * @example
 * ```ts
 * import { judgeImage } from "@trading-oms/id-card/limits";
 *
 * const fault = judgeImage(new TextEncoder().encode("GIF89a"));
 * console.log(fault?.message); // the image is GIF; send JPEG, PNG or WebP
 * ```
 *
 * @packageDocumentation
 */

export { type Language, sayProblem } from "../say-problem.ts";
export { type ImageFault, imageLimits, judgeImage } from "./judge-image.ts";
