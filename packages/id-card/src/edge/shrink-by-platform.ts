import { measureImage } from "../read/limits/judge-image.ts";
import { findOrientation, keepPicture } from "./jpeg-segments.ts";

/** As much of the Images binding of Workers as is used of it. */
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

/** The platform does not decode images now, whatever they are. */
export class DecoderAwayError extends Error {}

/** Decodes an image and makes a small JPEG of it, without metadata; `undefined` where the image is damaged. */
export type Shrink = (bytes: Uint8Array) => Promise<Uint8Array | undefined>;

/** The larger side of a picture that is read and kept: a card that fills half of one still has 1,000 pixels. */
const sideMax = 2_000;
const quality = 90;

/** Has the platform decode images, turn them as their cameras say, and shrink them. */
export function shrinkByPlatform(images: ImagesBinding): Shrink {
  return async (bytes) => {
    const shrunk = await shrink(images, bytes).catch(async (thrown: unknown) => {
      // Codes do not tell a damaged image from a platform that fails; an image that is sound does.
      await shrink(images, soundImage()).catch(() => giveUp(thrown));
      return undefined;
    });
    return shrunk && judgeShrunk(shrunk);
  };
}

async function shrink(images: ImagesBinding, bytes: Uint8Array): Promise<Uint8Array> {
  const turned = takeTurn(bytes);
  const upright = images.input(new Blob([turned.bytes as Uint8Array<ArrayBuffer>]).stream());
  const output = await (turned.degrees === 0 ? upright : upright.transform({ rotate: turned.degrees }))
    .transform({ width: sideMax, height: sideMax, fit: "scale-down" })
    .output({ format: "image/jpeg", quality, background: "#ffffff", anim: false });
  return new Uint8Array(await output.response().arrayBuffer());
}

const degreesOf: Readonly<Record<number, number>> = { 3: 180, 6: 90, 8: 270 };

/**
 * Takes the turn of a JPEG out of its camera data, so that it is turned once on every platform: Cloudflare follows these
 * data, miniflare does not. Mirrored pictures, which no camera writes, are left to the platform.
 */
function takeTurn(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly degrees: number } {
  const orientation = measureImage(bytes)?.format === "jpeg" ? findOrientation(bytes) : undefined;
  const degrees = degreesOf[orientation?.value ?? 1];
  if (orientation === undefined || degrees === undefined) return { bytes, degrees: 0 };
  const upright = bytes.slice();
  upright[orientation.at] = 1;
  return { bytes: upright, degrees };
}

/** The decoder behind this has no other bounds, and copies are kept as they are here. */
function judgeShrunk(jpeg: Uint8Array): Uint8Array {
  const measures = measureImage(jpeg);
  if (measures?.format !== "jpeg" || Math.max(measures.width, measures.height) > sideMax) {
    return giveUp(new Error("What the platform made is no JPEG of at most 2,000 pixels a side."));
  }
  try {
    return keepPicture(jpeg);
  } catch (thrown) {
    return giveUp(thrown);
  }
}

function giveUp(cause: unknown): never {
  throw new DecoderAwayError("The platform does not decode images.", { cause });
}

/** A PNG of one pixel. */
function soundImage(): Uint8Array {
  const base64 =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQImWPo6OgAAAM0AZmUse0HAAAAAElFTkSuQmCC";
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
