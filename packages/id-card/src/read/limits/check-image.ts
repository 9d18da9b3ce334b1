import type { ProblemCode } from "../card-reading.ts";

/** The limits of an image, checked before it is decoded: bytes, pixels, and pixels a side. */
export const imageLimits = { bytesMax: 8_000_000, pixelsMax: 40_000_000, sideMax: 12_000 } as const;

/** Why an image is not decoded. */
export interface ImageFault {
  readonly code: ProblemCode;
  /** The fault and what to do, in English. */
  readonly message: string;
}

/**
 * Checks the bytes of an image without decoding it: their number, the format, and the size in the header. Returns `undefined` if
 * the image is JPEG, PNG or WebP within {@link imageLimits}; its pixels may still be damaged.
 *
 * @example
 * ```ts
 * import { imageLimits, checkImage } from "@trading-oms/id-card/limits";
 *
 * const fault = checkImage(new TextEncoder().encode("GIF89a"));
 * console.log(fault?.code, fault?.message); // format_not_supported the image is GIF; send JPEG, PNG or WebP
 * console.log(imageLimits.bytesMax); // 8000000
 * ```
 */
export function checkImage(bytes: Uint8Array): ImageFault | undefined {
  if (bytes.length > imageLimits.bytesMax) {
    return { code: "too_many_bytes", message: "the image has more than 8,000,000 bytes; send a smaller one" };
  }
  const measures = measureImage(bytes);
  if (measures === undefined) return nameFormat(bytes);
  return checkSize(measures);
}

function checkSize({ width, height }: Pick<ImageMeasures, "width" | "height">): ImageFault | undefined {
  if (Math.max(width, height) > imageLimits.sideMax) {
    return {
      code: "too_long_a_side",
      message: `the image is ${width} by ${height} pixels; 12,000 a side are the most`,
    };
  }
  if (width * height > imageLimits.pixelsMax) {
    return {
      code: "too_many_pixels",
      message: `the image is ${width} by ${height} pixels; 40,000,000 in all are the most`,
    };
  }
  return undefined;
}

/** Names the format of a file that phones and scanners send, so that the sender knows what to change. */
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
  return { code: "not_an_image", message: "this is not a JPEG, PNG or WebP image, or it is cut short" };
}

function refuse(format: string): ImageFault {
  return { code: "format_not_supported", message: `the image is ${format}; send JPEG, PNG or WebP` };
}

/** Format and size of an image according to its header. */
interface ImageMeasures {
  readonly format: "jpeg" | "png" | "webp";
  readonly width: number;
  readonly height: number;
}

/** Reads format and size from the header; `undefined` for other formats and truncated headers. */
export function measureImage(bytes: Uint8Array): ImageMeasures | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return measurePng(view);
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return measureJpeg(view);
  if (textAt(view, 0, 4) === "RIFF" && textAt(view, 8, 4) === "WEBP") return measureWebp(view);
  return undefined;
}

/** Up to `count` bytes of a file as Latin-1 text. */
function textAt(view: DataView, start: number, count: number): string {
  let text = "";
  for (let i = start; i < Math.min(start + count, view.byteLength); i += 1) {
    text += String.fromCharCode(view.getUint8(i));
  }
  return text;
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

function measurePng(view: DataView): ImageMeasures | undefined {
  if (view.byteLength < 24 || textAt(view, 12, 4) !== "IHDR") return undefined;
  return sized("png", view.getUint32(16), view.getUint32(20));
}

/** The size is in the frame header, after other segments. */
function measureJpeg(view: DataView): ImageMeasures | undefined {
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return sized("jpeg", view.getUint16(at + 7), view.getUint16(at + 5));
    if (marker === 0xda || marker === 0xd9) return undefined;
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function measureWebp(view: DataView): ImageMeasures | undefined {
  if (view.byteLength < 30) return undefined;
  const kind = textAt(view, 12, 4);
  if (kind === "VP8X") return sized("webp", threeBytes(view, 24) + 1, threeBytes(view, 27) + 1);
  if (kind === "VP8 ")
    return sized("webp", view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  if (kind !== "VP8L") return undefined;
  const bits = view.getUint32(21, true);
  return sized("webp", (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
}

function threeBytes(view: DataView, at: number): number {
  return view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
}

function sized(format: ImageMeasures["format"], width: number, height: number): ImageMeasures | undefined {
  return width > 0 && height > 0 ? { format, width, height } : undefined;
}
