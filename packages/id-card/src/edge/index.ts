export type { CardReading } from "../read/card-reading.ts";
export type { CardImages } from "../read/read-card.ts";
export type { CompiledModule } from "./decode-jpeg.ts";
export {
  type EdgeModules,
  type EdgeReader,
  type EdgeReaderOptions,
  type EdgeReading,
  edgeBytesMax,
  judgeEdgeImage,
  openEdgeReader,
} from "./open-edge-reader.ts";
export { DecoderAwayError, type ImagesBinding, type Shrink, shrinkByPlatform } from "./shrink-by-platform.ts";
