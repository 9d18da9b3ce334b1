import jpeg from "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm";
import zxing from "zxing-wasm/reader/zxing_reader.wasm";
import type { EdgeModules } from "./open-edge-reader.ts";

/**
 * The WebAssembly modules of `openEdgeReader`, for runtimes and bundlers that import a `.wasm` file as a compiled module,
 * as Cloudflare Workers do. Elsewhere compile the two files and pass them.
 *
 * @example
 * ```ts
 * import { openEdgeReader, shrinkByPlatform } from "@trading-oms/id-card/edge";
 * import { edgeModules } from "@trading-oms/id-card/edge/modules";
 *
 * const reader = await openEdgeReader(edgeModules, shrinkByPlatform(env.IMAGE_DECODER));
 * ```
 */
export const edgeModules: EdgeModules = { zxing: zxing as unknown as object, jpeg };
