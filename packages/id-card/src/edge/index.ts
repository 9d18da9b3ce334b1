export type { CardReading } from "../read/card-reading.ts";
export type { CardImages } from "../read/read-card.ts";
export type { CompiledModule } from "./instantiate-wasm.ts";
export { edgeLimits, judgeEdgeImage } from "./judge-edge-image.ts";
export type { EdgeReading } from "./name-unread-print.ts";
export { type EdgeModules, type EdgeReader, openEdgeReader } from "./open-edge-reader.ts";
