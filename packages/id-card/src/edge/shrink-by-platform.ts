import { measureImage } from "../read/limits/check-image.ts";
import { findOrientation, removeMetadata } from "./jpeg-segments.ts";

/** The part of Cloudflare's Images binding that is used here. */
export interface ImagesBinding {
  input(image: ReadableStream<Uint8Array>): ImageTransformer;
}

interface ImageTransformer {
  transform(options: {
    readonly rotate?: number;
    readonly width?: number;
    readonly height?: number;
    readonly fit?: "scale-down";
  }): ImageTransformer;
  output(options: {
    readonly format: "image/jpeg";
    readonly quality: number;
    readonly background: string;
    readonly anim: boolean;
  }): Promise<{ response(): Response }>;
}

/** The platform decodes no image at the moment, not even a valid one. Answer 503 and try again later. */
export class DecoderUnavailableError extends Error {}

/** Decodes an image and encodes it as a small JPEG without metadata. Resolves to `undefined` if the image is damaged. */
export type Shrink = (bytes: Uint8Array) => Promise<Uint8Array | undefined>;

/** The longer side of the JPEG. A card that fills half of it still has 1,000 pixels. */
const sideMax = 2_000;
const quality = 90;

/**
 * Makes a {@link Shrink} from Cloudflare's Images binding: images are decoded, rotated by their EXIF orientation, and scaled down
 * to at most 2,000 pixels a side.
 *
 * @example
 * ```ts
 * import { openEdgeReader, shrinkByPlatform } from "@trading-oms/id-card/edge";
 * import { edgeModules } from "@trading-oms/id-card/edge/modules";
 *
 * // wrangler.jsonc: { "images": { "binding": "IMAGE_DECODER" } }
 * const reader = await openEdgeReader(edgeModules, shrinkByPlatform(env.IMAGE_DECODER));
 * ```
 */
export function shrinkByPlatform(images: ImagesBinding): Shrink {
  return async (bytes) => {
    const shrunk = await shrink(images, bytes).catch(async (thrown: unknown) => {
      // Error codes do not tell a damaged image from a failing platform, so a valid image is tried.
      await shrink(images, validImage()).catch(() => throwUnavailable(thrown));
      return undefined;
    });
    return shrunk && checkShrunk(shrunk);
  };
}

async function shrink(images: ImagesBinding, bytes: Uint8Array): Promise<Uint8Array> {
  const turned = takeRotation(bytes);
  const upright = images.input(new Blob([turned.bytes as Uint8Array<ArrayBuffer>]).stream());
  const output = await (turned.degrees === 0 ? upright : upright.transform({ rotate: turned.degrees }))
    .transform({ width: sideMax, height: sideMax, fit: "scale-down" })
    .output({ format: "image/jpeg", quality, background: "#ffffff", anim: false });
  return new Uint8Array(await output.response().arrayBuffer());
}

const degreesOf: Readonly<Record<number, number>> = { 3: 180, 6: 90, 8: 270 };

/**
 * Resets the EXIF orientation of a JPEG and returns it as degrees, so that the image is rotated exactly once: Cloudflare applies
 * the orientation, miniflare does not. Mirrored orientations, which no camera writes, are left to the platform.
 */
function takeRotation(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly degrees: number } {
  const orientation = measureImage(bytes)?.format === "jpeg" ? findOrientation(bytes) : undefined;
  const degrees = degreesOf[orientation?.value ?? 1];
  if (orientation === undefined || degrees === undefined) return { bytes, degrees: 0 };
  const upright = bytes.slice();
  upright[orientation.at] = 1;
  return { bytes: upright, degrees };
}

/** Checks the platform's JPEG: the decoder has no limits of its own, and copies are kept without another check. */
function checkShrunk(jpeg: Uint8Array): Uint8Array {
  const measures = measureImage(jpeg);
  if (measures?.format !== "jpeg" || Math.max(measures.width, measures.height) > sideMax) {
    return throwUnavailable(new Error("The platform's output is not a JPEG of at most 2,000 pixels a side."));
  }
  try {
    return removeMetadata(jpeg);
  } catch (thrown) {
    return throwUnavailable(thrown);
  }
}

function throwUnavailable(cause: unknown): never {
  throw new DecoderUnavailableError("The platform does not decode images.", { cause });
}

/** A PNG of one pixel. */
function validImage(): Uint8Array {
  const base64 =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQImWPo6OgAAAM0AZmUse0HAAAAAElFTkSuQmCC";
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
