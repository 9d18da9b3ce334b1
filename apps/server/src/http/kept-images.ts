import type { Handler, Hono } from "hono";
import type { ServerServices } from "../services.ts";
import type { BodyRoom } from "./body-bytes.ts";
import { sliced } from "./documents.ts";
import { fail } from "./failures.ts";
import { allowMethods } from "./headers.ts";
import type { RateLimiter, SharedRateLimiter } from "./rate-limits.ts";
import { type AppEnv, named } from "./request-context.ts";

/** A link as it was asked for. */
export type AskedImage = {
  readonly cardId: string;
  readonly side: string;
  readonly expires: string | undefined;
  readonly signature: string | undefined;
};

/** An image that a link leads to. */
type ServedImage = { readonly mediaType: string; readonly image: Uint8Array<ArrayBuffer> };

/** Gives the image of a link that holds; undefined for any other, and where the image is gone. */
export type FindImage = (asked: AskedImage) => Promise<ServedImage | undefined>;

/** What images are served with. */
export type ImageService = {
  readonly findImage: FindImage;
  readonly corsOrigins: ReadonlySet<string>;
  /** Counts who asks by address; left out, nobody is refused. */
  readonly limiter?: RateLimiter | SharedRateLimiter | undefined;
  readonly addressOf?: ServerServices["addressOf"];
  /** Lets an image into the room that all of them share while they are under way; left out, there is room for all. */
  readonly enterRoom?: () => BodyRoom;
  /** How much of the room an image takes until its size is known. */
  readonly imageBytesMax?: number;
  /** Calls back when the answer has been sent, or was given up; left out, at once. */
  readonly whenSent?: (surroundings: unknown, done: () => void) => void;
};

/**
 * Serves kept images by their links. Whatever is wrong with a link, the answer is that of a path that does not exist, so that
 * it does not tell what was kept.
 */
export function serveImages(app: Hono<AppEnv>, service: ImageService): void {
  const path = "/cards/:card/:side";
  app.get(path, named("images"), showImage(service));
  allowMethods(app, path, ["GET"], service.corsOrigins);
}

/** An image is in memory until it has been sent to a slow client, so that it is looked for only where there is room. */
function showImage({
  findImage,
  limiter,
  addressOf,
  enterRoom,
  imageBytesMax = 8_000_000,
  whenSent,
}: ImageService): Handler<AppEnv, "/cards/:card/:side"> {
  return async (c) => {
    const { req, env: surroundings } = c;
    const allowance = await limiter?.take(addressOf?.(req.raw, surroundings) ?? "");
    if (allowance?.isAllowed === false) {
      const { limit, resetS: waitS } = allowance;
      return fail(c, { code: "too-many-requests", who: "address", limit, waitS });
    }
    const room = enterRoom?.();
    if (room?.take(imageBytesMax) === false) return fail(c, { code: "too-busy" });
    const { expires, signature } = req.query();
    let found: ServedImage | undefined;
    try {
      found = await findImage({ cardId: req.param("card"), side: req.param("side"), expires, signature });
    } finally {
      room?.leave();
    }
    if (found === undefined) return fail(c, { code: "no-such-path" });
    room?.take(found.image.length);
    if (whenSent === undefined) room?.leave();
    else whenSent(surroundings, () => room?.leave());
    return c.body(sliced(found.image), 200, {
      "Content-Type": found.mediaType,
      "Cache-Control": "private, no-store",
      "Content-Length": String(found.image.length),
    });
  };
}
