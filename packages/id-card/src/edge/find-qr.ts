import { readBarcodes } from "zxing-wasm/reader";
import type { FoundQr } from "../read/card-tools.ts";
import { type GrayImage, toPortableGraymap } from "../read/image/image.ts";

/**
 * Finds QR codes by zxing, whose module has to be prepared before. The image is passed as a PGM file, because `ImageData` takes
 * four bytes a pixel, in a WebAssembly memory that never shrinks.
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
