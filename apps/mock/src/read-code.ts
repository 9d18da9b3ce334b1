/** Reads the QR code of a card in a page. It is a file of its own, loaded with the first card. */
import { type CardImages, parseQrText } from "@trading-oms/id-card";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import type { CardFields } from "./broker.ts";

prepareZXingModule({
  overrides: { locateFile: () => new URL("./zxing_reader.wasm", import.meta.url).href },
});

/** What the code of either side says: nothing, if there is none. Rejects if an image is damaged. */
export async function readCode({ front, back }: CardImages): Promise<CardFields> {
  for (const bytes of [front, back]) {
    if (bytes === undefined) continue;
    const codes = await readBarcodes(await decode(bytes), { formats: ["QRCode"], characterSet: "UTF8" });
    for (const { isValid, text } of codes) {
      const card = isValid ? parseQrText(text) : undefined;
      if (card !== undefined) return { ...card, oldNumber: undefined, hasMore: undefined } as CardFields;
    }
  }
  return {};
}

async function decode(bytes: Uint8Array): Promise<ImageData> {
  const whole = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
  // Larger photographs would fill the memory, and a code is found in smaller ones.
  const scale = Math.min(1, 3_000 / Math.max(whole.width, whole.height));
  const [width, height] = [Math.ceil(whole.width * scale), Math.ceil(whole.height * scale)];
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  if (canvas === null) throw new Error("This page cannot draw.");
  canvas.drawImage(whole, 0, 0, width, height);
  return canvas.getImageData(0, 0, width, height);
}
