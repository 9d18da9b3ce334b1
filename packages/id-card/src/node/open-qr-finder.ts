import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { prepareZXingModule } from "zxing-wasm/reader";
import { findQr } from "../edge/find-qr.ts";
import type { CardTools } from "../read/card-tools.ts";

/** Opens zxing from the file that its package brings, so that nothing is fetched. */
export async function openQrFinder(): Promise<CardTools["findQr"]> {
  const require = createRequire(import.meta.url);
  const wasmBinary = await readFile(require.resolve("zxing-wasm/reader/zxing_reader.wasm"));
  const overrides = { wasmBinary: new Uint8Array(wasmBinary).buffer };
  await prepareZXingModule({ overrides, fireImmediately: true });
  return findQr;
}
