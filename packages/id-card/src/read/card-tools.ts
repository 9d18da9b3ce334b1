import type { GrayImage, Photo, Point } from "./image/image.ts";
import type { ImageFault } from "./limits/check-image.ts";

/** A decoded QR code in an image. */
export interface FoundQr {
  readonly text: string;
  /** The corners as seen with the code upright: top left, top right, bottom right, bottom left. */
  readonly corners: readonly [Point, Point, Point, Point];
}

/** Text that OCR read, and its confidence from 0 to 1. */
export interface FoundPrint {
  readonly text: string;
  readonly confidence: number;
}

/** The layout of an image for OCR: a block of lines, or one line. */
export type PrintKind = "block" | "line";

/** The tools that `readCard` needs from its runtime. */
export interface CardTools {
  /** Set it if every image has passed `checkImage` already, so that the check is skipped. */
  readonly areJudged?: boolean;
  /** An additional check of this runtime, before an image is decoded. */
  readonly judge?: (bytes: Uint8Array) => ImageFault | undefined;
  /** Decodes an image that passed the checks, oriented by its metadata, at most 3,000 pixels a side. Rejects if it is damaged. */
  decode(bytes: Uint8Array): Promise<Photo>;
  /** Decodes the QR codes in an image. */
  findQr(image: GrayImage): Promise<readonly FoundQr[]>;
  /** Reads text by OCR. Without it, printed text is not read. */
  readonly recognise?: (image: GrayImage, kind: PrintKind) => Promise<FoundPrint>;
  /** Whether the time is over. Then no further step starts, and the reading has what was read until then. */
  isLate(): boolean;
}

/** The longer side of a decoded photograph, in pixels. A card that fills a third of it still has 1,000. */
export const photoSideMax = 3_000;
