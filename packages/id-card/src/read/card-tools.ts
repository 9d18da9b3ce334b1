import type { GrayImage, Photo, Point } from "./image/image.ts";
import type { ImageFault } from "./limits/judge-image.ts";

/** A QR code that was found in an image. */
export interface FoundQr {
  readonly text: string;
  /** Its corners as it is read: top left, top right, bottom right, bottom left. */
  readonly corners: readonly [Point, Point, Point, Point];
}

/** Print that was read, and how sure the recognition is of it, from 0 to 1. */
export interface FoundPrint {
  readonly text: string;
  readonly confidence: number;
}

/** What a zone holds: a block of lines, one line, or one line of digits. */
export type PrintKind = "block" | "line" | "digits";

/** What reading a card takes from the runtime it happens on. */
export interface CardTools {
  /** Whether each image passed `judgeImage` already; it is judged first where this is left out. */
  readonly areJudged?: boolean;
  /** Why an image that passed must not be decoded here all the same. */
  readonly judge?: (bytes: Uint8Array) => ImageFault | undefined;
  /** Decodes what the limits let pass, turned as its metadata says, at most `photoSideMax` a side; throws where it can't. */
  decode(bytes: Uint8Array): Promise<Photo>;
  findQr(image: GrayImage): Promise<readonly FoundQr[]>;
  /** Reads print; left out where there is no recognition, as at the edge. */
  readonly recognise?: (image: GrayImage, kind: PrintKind) => Promise<FoundPrint>;
  /** Whether the time for this card is over, so that what is read has to do. */
  isLate(): boolean;
}

/** Larger photographs are shrunk to this: a card that fills a third of one still has 1,000 pixels. */
export const photoSideMax = 3_000;
