import type { ProblemCode } from "../card-reading.ts";
import { type ImageMeasures, measureImage, textAt } from "./measure-image.ts";

/** How large an image may be before anything of it is decoded. */
export const imageLimits = { bytesMax: 8_000_000, pixelsMax: 40_000_000, sideMax: 12_000 } as const;

/** What speaks against decoding an image; `undefined` where nothing does. */
export interface ImageFault {
  readonly code: ProblemCode;
  readonly says: string;
}

/** Judges the bytes of an image by their number, their first few and the size that they claim. */
export function judgeImage(bytes: Uint8Array): ImageFault | undefined {
  if (bytes.length > imageLimits.bytesMax) {
    return { code: "too-many-bytes", says: "the image has more than 8,000,000 bytes; send a smaller one" };
  }
  const measures = measureImage(bytes);
  if (measures === undefined) return nameFormat(bytes);
  return judgeSize(measures);
}

/** Judges the size of an image by its sides and its pixels. */
export function judgeSize({
  width,
  height,
}: Pick<ImageMeasures, "width" | "height">): ImageFault | undefined {
  if (Math.max(width, height) > imageLimits.sideMax) {
    return {
      code: "too-long-a-side",
      says: `the image is ${width} by ${height} pixels; 12,000 a side are the most`,
    };
  }
  if (width * height > imageLimits.pixelsMax) {
    return {
      code: "too-many-pixels",
      says: `the image is ${width} by ${height} pixels; 40,000,000 in all are the most`,
    };
  }
  return undefined;
}

/** Formats that phones and scanners send are named, so that their owners know what to change. */
function nameFormat(bytes: Uint8Array): ImageFault {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = textAt(view, 0, 16);
  const brand = start.slice(4, 12);
  if (/^ftyp(hei|hev|mif1|msf1)/.test(brand)) return refuse("HEIC, as some phones take it");
  if (brand.startsWith("ftypavi")) return refuse("AVIF");
  if (start.startsWith("GIF8")) return refuse("GIF");
  if (start.startsWith("%PDF")) return refuse("PDF");
  if (start.startsWith("BM")) return refuse("BMP");
  if (start.startsWith("II*\0") || start.startsWith("MM\0*")) return refuse("TIFF");
  if (/^(\u00ef\u00bb\u00bf)?\s*<(\?xml|svg|!DOCTYPE)/i.test(start)) return refuse("SVG or other XML");
  return { code: "not-an-image", says: "this is not a JPEG, PNG or WebP image, or it is cut short" };
}

function refuse(format: string): ImageFault {
  return { code: "format-not-supported", says: `the image is ${format}; send JPEG, PNG or WebP` };
}
