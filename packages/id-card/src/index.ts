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
export type { GrayImage, Photo, Point } from "./read/image/image.ts";
export { imageLimits, judgeImage } from "./read/limits/judge-image.ts";
export { parseMrz } from "./read/mrz/parse-mrz.ts";
export { parseQrText } from "./read/qr/parse-qr-text.ts";
export { type CardImages, readCard } from "./read/read-card.ts";
export { type LineTables, makeReaderTables, type ReaderTables } from "./read/reader-tables.ts";
