export type { CardReading } from "../read/card-reading.ts";
export type { CardImages } from "../read/read-card.ts";
export {
  type CardReader,
  type CardReaderOptions,
  openCardReader,
  type ReadOptions,
  readIdCard,
} from "./open-card-reader.ts";
