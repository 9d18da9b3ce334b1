import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import type { CardTools, FoundQr } from "../read/card-tools.ts";
import type { GrayImage } from "../read/image/gray-image.ts";

type ZxingImage = Exclude<Parameters<typeof readBarcodes>[0], Blob | ArrayBuffer | Uint8Array>;

/** Opens zxing from the file that its package brings, so that nothing is fetched. */
export async function openQrFinder(): Promise<CardTools["findQr"]> {
  const require = createRequire(import.meta.url);
  const wasmBinary = await readFile(require.resolve("zxing-wasm/reader/zxing_reader.wasm"));
  const overrides = { wasmBinary: new Uint8Array(wasmBinary).buffer };
  await prepareZXingModule({ overrides, fireImmediately: true });
  return findQr;
}

async function findQr(image: GrayImage): Promise<readonly FoundQr[]> {
  const results = await readBarcodes(toImageData(image), {
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

function toImageData({ width, height, data }: GrayImage): ZxingImage {
  const colours = new Uint8ClampedArray(width * height * 4);
  const words = new Uint32Array(colours.buffer);
  for (let i = 0; i < data.length; i += 1) words[i] = 0xff000000 | ((data[i] ?? 0) * 0x10101);
  return { width, height, data: colours, colorSpace: "srgb", pixelFormat: "rgba-unorm8" };
}
