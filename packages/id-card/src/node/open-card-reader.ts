import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { prepareZXingModule } from "zxing-wasm/reader";
import { findQr } from "../edge/find-qr.ts";
import type { CardReading } from "../read/card-reading.ts";
import type { CardTools } from "../read/card-tools.ts";
import { type CardImages, readCard } from "../read/read-card.ts";
import { makeReaderTables } from "../read/reader-tables.ts";
import { decodePhoto } from "./open-photo.ts";
import { openRecogniser } from "./open-recogniser.ts";

/** How a reader is opened. */
export interface CardReaderOptions {
  /** Workers for print, each with some 100 MB; by default two, or one on a machine of one core. */
  readonly recogniserCount?: number;
}

/** How long a reading may take. */
export interface ReadOptions {
  /** After this many milliseconds no further part is begun, and what was read is what there is; 10,000 by default. */
  readonly timeoutMs?: number;
  /** Whether each image passed `judgeImage` already; it is judged here where this is left out. */
  readonly areJudged?: boolean;
}

/** A reader that is open until it is closed. */
export interface CardReader {
  read(images: CardImages, options?: ReadOptions): Promise<CardReading>;
  close(): Promise<void>;
}

/** Opens a reader for many cards: decoders, recognition and tables are loaded once, from files of npm packages alone. */
export async function openCardReader(options: CardReaderOptions = {}): Promise<CardReader> {
  const count = options.recogniserCount ?? Math.min(2, availableParallelism());
  const [findQr, recogniser] = await Promise.all([openQrFinder(), openRecogniser(count)]);
  const tables = makeReaderTables();
  return {
    read: (images, { timeoutMs = 10_000, areJudged = false } = {}) => {
      const end = performance.now() + timeoutMs;
      const tools = {
        areJudged,
        decode: decodePhoto,
        findQr,
        recognise: recogniser.recognise,
        isLate: () => performance.now() > end,
      };
      return readCard(images, tools, tables);
    },
    close: () => recogniser.close(),
  };
}

/**
 * Reads one card and lets go of everything; whoever reads several keeps a reader of `openCardReader` open.
 *
 * ```ts
 * const { fields, missing } = await readIdCard({ front: await readFile("front.jpg") });
 * ```
 */
export async function readIdCard(images: CardImages, options: ReadOptions = {}): Promise<CardReading> {
  const reader = await openCardReader({ recogniserCount: 1 });
  try {
    return await reader.read(images, options);
  } finally {
    await reader.close();
  }
}

/** Opens zxing from the file that its package brings, so that nothing is fetched. */
async function openQrFinder(): Promise<CardTools["findQr"]> {
  const require = createRequire(import.meta.url);
  const wasmBinary = await readFile(require.resolve("zxing-wasm/reader/zxing_reader.wasm"));
  const overrides = { wasmBinary: new Uint8Array(wasmBinary).buffer };
  await prepareZXingModule({ overrides, fireImmediately: true });
  return findQr;
}
