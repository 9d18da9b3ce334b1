import type { CardContender } from "./card-contender.ts";
import { openMrzAlone } from "./open-mrz-alone.ts";
import { openOwnReader } from "./open-own-reader.ts";
import { openQrAlone } from "./open-qr-alone.ts";
import { openTesseractAlone } from "./open-tesseract-alone.ts";

/** Who is measured, and which share of the cards there is time for. */
export const cardContenders: Readonly<
  Record<string, { readonly open: (patienceMs: number) => Promise<CardContender>; readonly share: number }>
> = {
  ours: { open: openOwnReader, share: 1 },
  "MRZ alone": { open: openMrzAlone, share: 1 },
  "QR alone": { open: openQrAlone, share: 0.5 },
  "tesseract alone": { open: openTesseractAlone, share: 0.1 },
};
