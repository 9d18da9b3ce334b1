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
import { readLexicons } from "./read-lexicons.ts";

/** Options of {@link openCardReader}. */
export interface CardReaderOptions {
  /** The number of OCR worker threads, each of about 100 MB. Default: 2, or 1 on a machine with one core. */
  readonly recogniserCount?: number;
}

/** Options of one reading. */
export interface ReadOptions {
  /** After this time no further step starts, and the reading has what was read until then. Default: 10,000. */
  readonly timeoutMs?: number;
  /** Set it if every image has passed `checkImage` already, so that the check is skipped. Default: `false`. */
  readonly areJudged?: boolean;
}

/** A reader that holds OCR workers and tables until it is closed. */
export interface CardReader {
  /** Reads one card. Unusable images are reported in `problems`; the promise does not reject because of an image. */
  read(images: CardImages, options?: ReadOptions): Promise<CardReading>;
  /** Terminates the OCR workers. Without it the process does not exit. */
  close(): Promise<void>;
}

/**
 * Opens a reader for many cards. OCR, decoders and tables are loaded once, from files of npm packages; nothing is downloaded.
 *
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { openCardReader } from "@trading-oms/id-card/node";
 *
 * const reader = await openCardReader({ recogniserCount: 2 });
 * const { fields } = await reader.read({ front: await readFile("front.jpg") }, { timeoutMs: 5_000 });
 * console.log(fields.idNumber?.value);
 * await reader.close();
 * ```
 */
export async function openCardReader(options: CardReaderOptions = {}): Promise<CardReader> {
  const count = options.recogniserCount ?? Math.min(2, availableParallelism());
  const [findQr, recogniser, lexicons] = await Promise.all([
    openQrFinder(),
    openRecogniser(count),
    readLexicons(),
  ]);
  const tables = makeReaderTables(lexicons);
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
 * Reads one card, then releases everything. Loading takes about a second, so use {@link openCardReader} for several cards.
 *
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { readIdCard } from "@trading-oms/id-card/node";
 *
 * const { fields, missing } = await readIdCard({ front: await readFile("front.jpg") });
 * console.log(fields.fullName?.value, missing);
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

/** Loads zxing from the file in its npm package. By default it would be downloaded. */
async function openQrFinder(): Promise<CardTools["findQr"]> {
  const require = createRequire(import.meta.url);
  const wasmBinary = await readFile(require.resolve("zxing-wasm/reader/zxing_reader.wasm"));
  const overrides = { wasmBinary: new Uint8Array(wasmBinary).buffer };
  await prepareZXingModule({ overrides, fireImmediately: true });
  return findQr;
}
