import type { Handler, Hono } from "hono";
import type { CallerServices, MemoryReservation, RateLimiter } from "../services.ts";
import { sliced } from "./documents.ts";
import { fail } from "./failures.ts";
import { serveGet } from "./middleware.ts";
import type { AppEnv } from "./request-context.ts";

export type AskedImage = {
  readonly cardId: string;
  readonly side: string;
  readonly expires: string | undefined;
  readonly signature: string | undefined;
};

type ServedImage = { readonly mediaType: string; readonly image: Uint8Array<ArrayBuffer> };

/** Returns the image of a valid link; undefined if the link is invalid or the image no longer exists. */
export type FindImage = (asked: AskedImage) => Promise<ServedImage | undefined>;

export type ImageService = Pick<CallerServices, "corsOrigins" | "addressOf"> & {
  readonly findImage: FindImage;
  /** Limits requests by address; if omitted, there is no limit. */
  readonly limiter?: RateLimiter | undefined;
  /** Reserves memory for an image until it is sent, by address; if omitted, memory is not limited. */
  readonly reserveMemory?: (sender: string) => MemoryReservation;
  /** The memory to reserve until the size of the image is known. */
  readonly imageBytesMax?: number;
  /**
   * Calls `done` when the answer was sent or aborted, and returns a function that aborts it; if omitted, memory is
   * released at once.
   */
  readonly whenSent?: (bindings: unknown, done: () => void) => () => void;
};

/**
 * Serves stored images by signed links. Every invalid link gets the answer of an unknown path, so that it
 * does not reveal which images exist.
 */
export function serveImages(app: Hono<AppEnv>, service: ImageService): void {
  serveGet(app, "/cards/:card/:side", "images", service.corsOrigins, showImage(service));
}

/** What a request counts as until the size of its image is known. */
const usualBytes = 1_000_000;

/**
 * Reserves memory before it reads the image, because the image stays in memory until a slow client has received it.
 * An answer that is being sent is aborted if another address needs the memory.
 */
function showImage({
  findImage,
  limiter,
  addressOf,
  reserveMemory,
  imageBytesMax = 8_000_000,
  whenSent,
}: ImageService): Handler<AppEnv, "/cards/:card/:side"> {
  return async (c) => {
    const { req, env: bindings } = c;
    const sender = addressOf?.(req.raw, bindings) ?? "";
    const allowance = await limiter?.take(sender);
    if (allowance?.isAllowed === false) {
      const { limit, resetS: waitS } = allowance;
      return fail(c, { code: "too_many_requests", who: "address", limit, waitS });
    }
    const memory = reserveMemory?.(sender);
    if (memory?.take(imageBytesMax, usualBytes) === false) return fail(c, { code: "too_busy" });
    const { expires, signature } = req.query();
    let found: ServedImage | undefined;
    try {
      found = await findImage({ cardId: req.param("card"), side: req.param("side"), expires, signature });
    } finally {
      memory?.release();
    }
    if (found === undefined) return fail(c, { code: "no_such_path" });
    memory?.take(found.image.length);
    if (whenSent === undefined) memory?.release();
    else memory?.endBy(whenSent(bindings, memory.release));
    return c.body(sliced(found.image), 200, {
      "Content-Type": found.mediaType,
      "Cache-Control": "private, no-store",
      "Content-Length": String(found.image.length),
    });
  };
}
