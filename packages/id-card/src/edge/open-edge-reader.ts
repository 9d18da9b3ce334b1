import { prepareZXingModule } from "zxing-wasm/reader";
import type { CardReading, FieldName, Problem, ProblemCode, Side } from "../read/card-reading.ts";
import { type ImageFault, judgeImage } from "../read/limits/judge-image.ts";
import { makeMrzTemplates } from "../read/mrz/read-mrz.ts";
import { type CardImages, readCard } from "../read/read-card.ts";
import { fieldsOf } from "../read/weigh.ts";
import { type CompiledModule, makeInstantiateWasm, makeJpegDecoder } from "./decode-jpeg.ts";
import { findQr } from "./find-qr.ts";
import type { Shrink } from "./shrink-by-platform.ts";

/** Modules that were compiled before anything runs, as Workers want it: imported, never made of bytes. */
export interface EdgeModules {
  /** `zxing-wasm/reader/zxing_reader.wasm`. */
  readonly zxing: CompiledModule;
  /** `@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm`. */
  readonly jpeg: CompiledModule;
}

/** What is known of a card where print is not read. */
export interface EdgeReading extends CardReading {
  /** Fields that are missing because they are print, which the reader on Node reads. */
  readonly needsFullReader: readonly FieldName[];
}

/**
 * A reader of codes and machine-readable lines; it is to read one card at a time, for memory's sake. Each of its methods
 * rejects with a `DecoderAwayError` where the platform does not decode.
 */
export interface EdgeReader {
  read(images: CardImages): Promise<EdgeReading>;
  /** Whether an image that is not read, as a portrait, is one that can be decoded here. */
  canDecode(bytes: Uint8Array): Promise<boolean>;
  /**
   * Gives the pictures that the platform has drawn, as JPEG of at most 2,000 pixels a side: nothing that a file carries
   * beside its picture comes along. It rejects where one can't be decoded.
   */
  copy(images: CardImages): Promise<CardImages>;
}

/** How images come to a reader. */
export interface EdgeReaderOptions {
  /** Whether each image passed `judgeImage` and `judgeEdgeImage` already; left out, the reader judges it first. */
  readonly areJudged?: boolean;
}

/** What fits an isolate of 128 MB beside its Base64. */
export const edgeBytesMax = 6_000_000;

/** Says why an image is too large for an isolate, beyond what is refused everywhere; `undefined` where it is not. */
export function judgeEdgeImage({ length }: Uint8Array): ImageFault | undefined {
  if (length <= edgeBytesMax) return undefined;
  return { code: "too-many-bytes", says: "the image has more than 6,000,000 bytes; send a smaller one" };
}

/**
 * Opens a reader that needs no workers, no native code and no compiler, within the 128 MB of an isolate.
 *
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
  // Reading, judging and copying share what the platform made of an image.
  const shrunk = new WeakMap<Uint8Array, Promise<Uint8Array | undefined>>();
  const shrinkOnce = (bytes: Uint8Array): Promise<Uint8Array | undefined> => {
    const known = shrunk.get(bytes) ?? shrink(bytes);
    shrunk.set(bytes, known);
    return known;
  };
  const isTaken = (bytes: Uint8Array) =>
    areJudged || (judgeImage(bytes) ?? judgeEdgeImage(bytes)) === undefined;
  const canDecode = async (bytes: Uint8Array) => isTaken(bytes) && (await shrinkOnce(bytes)) !== undefined;
  const pictureOf = async (bytes: Uint8Array): Promise<Uint8Array> => {
    const picture = await shrinkOnce(bytes);
    if (picture === undefined) throw new Error("The image is damaged.");
    return picture;
  };
  const tools = {
    ...(areJudged ? { areJudged } : { judge: judgeEdgeImage }),
    decode: async (bytes: Uint8Array) => decodeJpeg(await pictureOf(bytes)),
    findQr,
    // A clock stands still there while one computes; the platform itself ends what takes too long.
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
      // Ahead of the reading, for which an image that the platform does not decode would be a damaged one.
      for (const bytes of [front, back]) if (bytes !== undefined) await canDecode(bytes);
      const reading = await readCard(images, tools, tables);
      return nameUnreadPrint(reading, back === undefined ? ["front"] : ["front", "back"]);
    },
  };
}

/** Of a side that was not seen at all, nobody could read print. */
const unseen: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  ...([
    "not-an-image",
    "format-not-supported",
    "too-many-bytes",
    "too-many-pixels",
    "too-long-a-side",
  ] as const),
  ...(["not-decodable", "no-card", "is-front", "is-back"] as const),
]);

/** Tells what is missing for want of print from what no reader would find, side by side. */
function nameUnreadPrint(reading: CardReading, sides: readonly Side[]): EdgeReading {
  const problems = reading.problems.filter((problem) => !isBlurredByGuess(reading, problem));
  const needsFullReader = new Set<FieldName>();
  for (const side of sides) {
    if (problems.some((problem) => problem.side === side && unseen.has(problem.code))) continue;
    const fields = fieldsOf(reading.kind, side).filter((field) => reading.missing.includes(field));
    for (const field of fields) needsFullReader.add(field);
    if (fields.length > 0) problems.push(sayUnread(side, fields));
  }
  return { ...reading, problems, needsFullReader: [...needsFullReader] };
}

/** What shows neither code nor lines is taken for blurred; the front of 2024 bears none, however sharp it is. */
function isBlurredByGuess({ kind }: CardReading, { code, side }: Problem): boolean {
  return code === "too-blurred" && kind === "2024" && side === "front";
}

function sayUnread(side: Side, fields: readonly FieldName[]): Problem {
  const says = `print is not read here, and ${fields.join(", ")} could not be had from a code or machine-readable lines`;
  return { side, code: "print-not-read", says };
}
