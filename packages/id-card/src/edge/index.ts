/**
 * Reads QR codes and machine-readable lines in an isolate of 128 MB, such as a Cloudflare Worker. Printed text is not read.
 *
 * @example
 * ```ts
 * import { openEdgeReader, shrinkByPlatform } from "@trading-oms/id-card/edge";
 * import { edgeModules } from "@trading-oms/id-card/edge/modules";
 *
 * export default {
 *   async fetch(request: Request, env: Env): Promise<Response> {
 *     const reader = await openEdgeReader(edgeModules, shrinkByPlatform(env.IMAGE_DECODER));
 *     const front = new Uint8Array(await request.arrayBuffer());
 *     const { fields, needsFullReader } = await reader.read({ front });
 *     return Response.json({ number: fields.idNumber?.value, needsFullReader });
 *   },
 * };
 * ```
 *
 * @packageDocumentation
 */
export type { CardReading } from "../read/card-reading.ts";
export type { CardImages } from "../read/read-card.ts";
export type { CompiledModule } from "./decode-jpeg.ts";
export {
  checkEdgeImage,
  type EdgeModules,
  type EdgeReader,
  type EdgeReaderOptions,
  type EdgeReading,
  edgeBytesMax,
  openEdgeReader,
} from "./open-edge-reader.ts";
export {
  DecoderUnavailableError,
  type ImagesBinding,
  type Shrink,
  shrinkByPlatform,
} from "./shrink-by-platform.ts";
