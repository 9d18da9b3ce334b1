import { readBarcodes } from "zxing-wasm/reader";
import type { FoundQr } from "../read/card-tools.ts";
import { type GrayImage, toPortableGraymap } from "../read/image/image.ts";

/**
 * Finds QR codes by zxing, which whoever opens a reader prepares. As pixels, each would take four bytes more here and
 * there, of memory that wasm never gives back.
 */
export async function findQr(image: GrayImage): Promise<readonly FoundQr[]> {
  const results = await readBarcodes(toPortableGraymap(image), {
    formats: ["QRCode"],
    tryHarder: true,
    tryRotate: false,
    tryInvert: false,
    tryDownscale: true,
    maxNumberOfSymbols: 4,
    characterSet: "UTF8",
    textMode: "Plain",
  });
  return results
    .filter(({ isValid }) => isValid)
    .map(({ text, position }) => ({
      text,
      corners: [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft],
    }));
}
