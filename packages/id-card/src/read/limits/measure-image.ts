/** What the first bytes of an image claim: its format, and its size where that could be found. */
export interface ImageMeasures {
  readonly format: "jpeg" | "png" | "webp";
  readonly width: number;
  readonly height: number;
}

/** Reads format and size without decoding; `undefined` for what is none of the three formats, or is cut short. */
export function measureImage(bytes: Uint8Array): ImageMeasures | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return measurePng(view);
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return measureJpeg(view);
  if (textAt(view, 0, 4) === "RIFF" && textAt(view, 8, 4) === "WEBP") return measureWebp(view);
  return undefined;
}

/** Four letters of a file, or whatever there is of them. */
export function textAt(view: DataView, start: number, count: number): string {
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

/** The size stands in the frame header, behind segments whose lengths lead to it. */
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
