import { prepareZXingModule } from "zxing-wasm/reader";
import type { CardReading, FieldName, Problem, ProblemCode, Side } from "../read/card-reading.ts";
import { checkImage, type ImageFault } from "../read/limits/check-image.ts";
import { makeMrzTemplates } from "../read/mrz/read-mrz.ts";
import { type CardImages, readCard } from "../read/read-card.ts";
import { fieldsOf } from "../read/weigh.ts";
import { type CompiledModule, makeInstantiateWasm, makeJpegDecoder } from "./decode-jpeg.ts";
import { findQr } from "./find-qr.ts";
import type { Shrink } from "./shrink-by-platform.ts";

/** The compiled WebAssembly modules of an edge reader. Workers compile a module when it is imported, never from bytes. */
export interface EdgeModules {
  /** The QR code reader, `zxing-wasm/reader/zxing_reader.wasm`. */
  readonly zxing: CompiledModule;
  /** The JPEG decoder, `@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm`. */
  readonly jpeg: CompiledModule;
}

/** The reading of a card without OCR. */
export interface EdgeReading extends CardReading {
  /** Missing fields that are only printed on the card. The reader of `@trading-oms/id-card/node` reads them. */
  readonly needsFullReader: readonly FieldName[];
}

/**
 * A reader of QR codes and machine-readable lines. Read one card at a time, because an isolate has little memory. Each method
 * rejects with a `DecoderUnavailableError` if the platform does not decode images.
 */
export interface EdgeReader {
  /** Reads one card. Unusable images are reported in `problems`. After any other rejection open a new reader. */
  read(images: CardImages): Promise<EdgeReading>;
  /** Whether an image can be decoded, for images that are not read, such as a portrait. */
  canDecode(bytes: Uint8Array): Promise<boolean>;
  /** Returns the images as the platform encoded them: JPEG without metadata, at most 2,000 pixels a side. Rejects if one is damaged. */
  copy(images: CardImages): Promise<CardImages>;
}

/** Options of {@link openEdgeReader}. */
export interface EdgeReaderOptions {
  /** Set it if every image has passed `checkImage` and {@link checkEdgeImage} already. Default: `false`, the reader checks them. */
  readonly areJudged?: boolean;
}

/** The largest image in bytes. An isolate has 128 MB, and the Base64 text of the image is in memory as well. */
export const edgeBytesMax = 6_000_000;

/** Checks the size of an image for an isolate, in addition to `checkImage`. Returns `undefined` if it is small enough. */
export function checkEdgeImage({ length }: Uint8Array): ImageFault | undefined {
  if (length <= edgeBytesMax) return undefined;
  return { code: "too_many_bytes", message: "the image has more than 6,000,000 bytes; send a smaller one" };
}

/**
 * Opens a reader for an isolate of 128 MB, without native code or threads. It reads QR codes and machine-readable lines, but no
 * printed text. Images are decoded by the platform, through `shrink`.
 *
 * @example
 * ```ts
 * import { openEdgeReader, shrinkByPlatform } from "@trading-oms/id-card/edge";
 * import { edgeModules } from "@trading-oms/id-card/edge/modules";
 *
 * const reader = await openEdgeReader(edgeModules, shrinkByPlatform(env.IMAGE_DECODER));
 * const { fields, needsFullReader } = await reader.read({ front, back });
 * ```
 */
export async function openEdgeReader(
  { zxing, jpeg }: EdgeModules,
  shrink: Shrink,
  { areJudged = false }: EdgeReaderOptions = {},
): Promise<EdgeReader> {
  await prepareZXingModule({
    overrides: { instantiateWasm: makeInstantiateWasm(zxing) },
    fireImmediately: true,
  });
  const decodeJpeg = makeJpegDecoder(jpeg);
  const tables = { mrz: makeMrzTemplates() };
  // `read`, `canDecode` and `copy` share the platform's result for an image, so that it is billed once.
  const shrunk = new WeakMap<Uint8Array, Promise<Uint8Array | undefined>>();
  const shrinkOnce = (bytes: Uint8Array): Promise<Uint8Array | undefined> => {
    const known = shrunk.get(bytes) ?? shrink(bytes);
    shrunk.set(bytes, known);
    return known;
  };
  const isAccepted = (bytes: Uint8Array) =>
    areJudged || (checkImage(bytes) ?? checkEdgeImage(bytes)) === undefined;
  const canDecode = async (bytes: Uint8Array) => isAccepted(bytes) && (await shrinkOnce(bytes)) !== undefined;
  const pictureOf = async (bytes: Uint8Array): Promise<Uint8Array> => {
    const picture = await shrinkOnce(bytes);
    if (picture === undefined) throw new Error("The image is damaged.");
    return picture;
  };
  const tools = {
    ...(areJudged ? { areJudged } : { judge: checkEdgeImage }),
    decode: async (bytes: Uint8Array) => decodeJpeg(await pictureOf(bytes)),
    findQr,
    // On Workers the clock does not advance during computation, so there is no deadline but the platform's CPU limit.
    isLate: () => false,
  };
  return {
    canDecode,
    copy: async ({ front, back, portrait }) => ({
      front: await pictureOf(front),
      ...(back && { back: await pictureOf(back) }),
      ...(portrait && { portrait: await pictureOf(portrait) }),
    }),
    read: async (images) => {
      const { front, back } = images;
      // `readCard` would report a failing platform as a damaged image; here it rejects instead.
      for (const bytes of [front, back]) if (bytes !== undefined) await canDecode(bytes);
      const reading = await readCard(images, tools, tables);
      return addUnreadPrint(reading, back === undefined ? ["front"] : ["front", "back"]);
    },
  };
}

/** Problems of a side that the full reader could not read either. */
const unreadable: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  ...([
    "not_an_image",
    "format_not_supported",
    "too_many_bytes",
    "too_many_pixels",
    "too_long_a_side",
  ] as const),
  ...(["not_decodable", "no_card", "is_front", "is_back"] as const),
]);

/** Adds, for each side, the fields that only the full reader can read. */
function addUnreadPrint(reading: CardReading, sides: readonly Side[]): EdgeReading {
  const problems = [...reading.problems];
  const needsFullReader = new Set<FieldName>();
  for (const side of sides) {
    if (problems.some((problem) => problem.side === side && unreadable.has(problem.code))) continue;
    const fields = fieldsOf(reading.kind, side).filter((field) => reading.missing.includes(field));
    for (const field of fields) needsFullReader.add(field);
    if (fields.length > 0) problems.push(printNotRead(side, fields));
  }
  return { ...reading, problems, needsFullReader: [...needsFullReader] };
}

function printNotRead(side: Side, fields: readonly FieldName[]): Problem {
  const message = `print is not read here, and ${fields.join(", ")} could not be found in a QR code or machine-readable lines`;
  return { side, code: "print_not_read", message };
}
