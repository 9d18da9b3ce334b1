/**
 * The card reader without a runtime: its types, the parsers of QR code and MRZ, `readCard`, which takes image decoder, QR
 * reader and OCR as arguments, and `describeProblem`, which has the messages in English and Vietnamese. On Node use
 * `@trading-oms/id-card/node` or `/pool`, on Cloudflare Workers `/edge`.
 *
 * @example
 * ```ts
 * import { parseMrz, parseQrText } from "@trading-oms/id-card";
 *
 * const card = parseQrText("001204000017|123456789|Trần Minh Khôi|17032004|Nam|Trâu Quỳ, Gia Lâm, Hà Nội|22082022");
 * const mrz = parseMrz(["IDVNM2040000178001204000017<<9", "0403173M2903172VNM<<<<<<<<<<<8", "TRAN<<MINH<KHOI<<<<<<<<<<<<<<<"]);
 * console.log(card?.idNumber === mrz?.idNumber); // true
 * ```
 *
 * @packageDocumentation
 */
export type {
  CardKind,
  CardReading,
  FieldName,
  Problem,
  ProblemCode,
  ReadField,
  Side,
  Source,
} from "./read/card-reading.ts";
export type { CardTools, FoundPrint, FoundQr, PrintKind } from "./read/card-tools.ts";
export { describeProblem, type Language } from "./read/describe-problem.ts";
export type { GrayImage, Photo, Point } from "./read/image/image.ts";
export type { LexiconTexts } from "./read/lexicon/lexicon.ts";
export { checkImage, imageLimits } from "./read/limits/check-image.ts";
export { parseMrz } from "./read/mrz/parse-mrz.ts";
export { parseQrText } from "./read/qr/parse-qr-text.ts";
export { type CardImages, readCard } from "./read/read-card.ts";
export { type MrzTables, makeReaderTables, type ReaderTables } from "./read/reader-tables.ts";
