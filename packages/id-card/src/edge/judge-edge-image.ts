import type { ImageFault } from "../read/limits/judge-image.ts";
import { type ImageMeasures, measureImage } from "../read/limits/measure-image.ts";
import { findFrame } from "./jpeg/find-frame.ts";
import { coefficientBytesMax, countCoefficientBytes } from "./jpeg/jpeg-planes.ts";

/** What fits an isolate of 128 MB, beyond what is refused everywhere. */
export const edgeLimits = { bytesMax: 6_000_000, webpPixelsMax: 4_000_000 } as const;

/** Says why an image can't be decoded within an isolate; `undefined` where it can. */
export function judgeEdgeImage(bytes: Uint8Array, hasWebp: boolean): ImageFault | undefined {
  if (bytes.length > edgeLimits.bytesMax) {
    return { code: "too-many-bytes", says: "the image has more than 6,000,000 bytes; send a smaller one" };
  }
  const measures = measureImage(bytes);
  if (measures?.format === "webp") return judgeWebp(measures, hasWebp);
  if (measures?.format === "png" && bytes[28] !== 0) return refuse("an interlaced PNG");
  return measures?.format === "jpeg" ? judgeJpeg(bytes, measures) : undefined;
}

function judgeWebp({ width, height }: ImageMeasures, hasWebp: boolean): ImageFault | undefined {
  if (!hasWebp) return { code: "format-not-supported", says: "the image is WebP; send JPEG or PNG" };
  if (width * height <= edgeLimits.webpPixelsMax) return undefined;
  return {
    code: "too-many-pixels",
    says: `the image is ${width} by ${height} pixels; 4,000,000 of a WebP are the most that are read here; send JPEG`,
  };
}

/** Of a picture that comes in several passes all coefficients have to be kept until the last of them. */
function judgeJpeg(bytes: Uint8Array, { width, height }: ImageMeasures): ImageFault | undefined {
  const frame = findFrame(bytes);
  // Whoever judged the size has to have seen the frame that is decoded.
  if (frame !== undefined && (frame.width !== width || frame.height !== height))
    return refuse("a JPEG that states two sizes");
  if (frame === undefined) return refuse("a JPEG of a kind that cameras do not write");
  if (!frame.isProgressive || countCoefficientBytes(frame) <= coefficientBytesMax) return undefined;
  return {
    code: "too-many-pixels",
    says: `the image is a progressive JPEG of ${frame.width} by ${frame.height} pixels, more than fit here; send a baseline one`,
  };
}

function refuse(format: string): ImageFault {
  return {
    code: "format-not-supported",
    says: `the image is ${format}, which is not read here; send a common JPEG`,
  };
}
