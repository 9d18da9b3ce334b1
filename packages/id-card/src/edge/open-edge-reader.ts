import { prepareZXingModule } from "zxing-wasm/reader";
import { judgeImage } from "../read/limits/judge-image.ts";
import { makeMrzTemplates } from "../read/mrz/read-mrz.ts";
import { type CardImages, readCard } from "../read/read-card.ts";
import { decodeEdgePhoto } from "./decode-edge-photo.ts";
import { findQr } from "./find-qr.ts";
import { type CompiledModule, makeInstantiateWasm } from "./instantiate-wasm.ts";
import { encodeJpeg } from "./jpeg/encode-jpeg.ts";
import { judgeEdgeImage } from "./judge-edge-image.ts";
import { makeWebpDecoder } from "./make-webp-decoder.ts";
import { type EdgeReading, nameUnreadPrint } from "./name-unread-print.ts";

/** Modules that were compiled before anything runs, as Workers want it: imported, never made of bytes. */
export interface EdgeModules {
  /** `zxing-wasm/reader/zxing_reader.wasm`. */
  readonly zxing: CompiledModule;
  /** `@jsquash/webp/codec/dec/webp_dec.wasm`; without it WebP is refused. */
  readonly webp?: CompiledModule | undefined;
}

/** A reader of codes and machine-readable lines; it is to read one card at a time, for memory's sake. */
export interface EdgeReader {
  read(images: CardImages): Promise<EdgeReading>;
  /** Whether an image that is not read, as a portrait, is one that can be decoded here. */
  canDecode(bytes: Uint8Array): Promise<boolean>;
  /**
   * Draws images anew from their pixels, as JPEG of at most 2,400 pixels a side: nothing that a file carries beside its
   * picture comes along. It throws where one can't be decoded here.
   */
  copy(images: CardImages): Promise<CardImages>;
}

/**
 * Opens a reader that needs no workers, no native code and no compiler, within the 128 MB of an isolate.
 *
 * ```ts
 * import { edgeModules } from "@trading-oms/id-card/edge/modules";
 *
 * const reader = await openEdgeReader(edgeModules);
 * const { fields, needsFullReader } = await reader.read({ front, back });
 * ```
 */
export async function openEdgeReader({ zxing, webp }: EdgeModules): Promise<EdgeReader> {
  await prepareZXingModule({
    overrides: { instantiateWasm: makeInstantiateWasm(zxing) },
    fireImmediately: true,
  });
  const decodeWebp = webp === undefined ? undefined : makeWebpDecoder(webp);
  const tables = { mrz: makeMrzTemplates() };
  const tools = {
    judge: (bytes: Uint8Array) => judgeEdgeImage(bytes, webp !== undefined),
    decode: (bytes: Uint8Array) => decodeEdgePhoto(bytes, decodeWebp),
    findQr,
    // A clock stands still there while one computes; the platform itself ends what takes too long.
    isLate: () => false,
  };
  return {
    canDecode: async (bytes) => {
      if ((judgeImage(bytes) ?? tools.judge(bytes)) !== undefined) return false;
      return (await tools.decode(bytes).catch(() => undefined)) !== undefined;
    },
    copy: async ({ front, back, portrait }) => {
      // One after the other: each is large while it is drawn.
      const copyImage = async (bytes: Uint8Array) => encodeJpeg(await tools.decode(bytes));
      const copies = { front: await copyImage(front) };
      return {
        ...copies,
        ...(back && { back: await copyImage(back) }),
        ...(portrait && { portrait: await copyImage(portrait) }),
      };
    },
    read: async (images) => {
      const reading = await readCard(images, tools, tables);
      return nameUnreadPrint(reading, images.back === undefined ? ["front"] : ["front", "back"]);
    },
  };
}
