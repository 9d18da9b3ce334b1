/**
 * The checks of an image before it is decoded, and the messages about it, without any dependency.
 *
 * @example
 * ```ts
 * import { checkImage } from "@trading-oms/id-card/limits";
 *
 * const fault = checkImage(new TextEncoder().encode("GIF89a"));
 * console.log(fault?.message); // the image is GIF; send JPEG, PNG or WebP
 * ```
 *
 * @packageDocumentation
 */

export { describeProblem, type Language } from "../describe-problem.ts";
export { checkImage, type ImageFault, imageLimits } from "./check-image.ts";
