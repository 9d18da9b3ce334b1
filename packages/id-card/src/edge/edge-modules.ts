import jpeg from "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm";
import zxing from "zxing-wasm/reader/zxing_reader.wasm";
import type { EdgeModules } from "./open-edge-reader.ts";

/** What `openEdgeReader` takes, where a `.wasm` that is imported is a compiled module, as on Workers. */
export const edgeModules: EdgeModules = { zxing: zxing as unknown as object, jpeg };
