import type { Answer } from "./answer.ts";
import { answerFailure } from "./answer-failure.ts";
import { answerOtherMethods } from "./answer-other-methods.ts";
import type { Asked } from "./asked.ts";
import type { BodyRoom } from "./body-room.ts";
import type { Respond } from "./make-responder.ts";
import type { RateLimiter, SharedRateLimiter } from "./rate-limiter.ts";
import type { ServerServices } from "./server-services.ts";

/** A link as it was asked for. */
export type AskedImage = {
  readonly cardId: string;
  readonly side: string;
  readonly expires: string | undefined;
  readonly signature: string | undefined;
};

/** An image that a link leads to. */
export type ServedImage = { readonly mediaType: string; readonly image: Uint8Array<ArrayBuffer> };

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
 * Answers whoever has a link. Whatever is wrong with one, the answer is that of a path that does not exist, so that nobody
 * learns what was kept.
 */
export function answerImage(
  service: ImageService,
  respond: Respond,
  asked: Request,
  path: Pick<AskedImage, "cardId" | "side">,
  surroundings?: unknown,
): Response | Promise<Response> {
  if (asked.method !== "GET" && asked.method !== "HEAD") {
    const answer = () => answerOtherMethods(asked, ["GET"], service.corsOrigins);
    return respond(asked, "other", answer, surroundings);
  }
  return respond(
    asked,
    "images",
    (request) => admitImage(service, request, path, surroundings),
    surroundings,
  );
}

/** An image is in memory until the slowest reader has it, so that it is not even looked for where there is no room. */
async function admitImage(
  { findImage, limiter, addressOf, enterRoom, imageBytesMax = 8_000_000, whenSent }: ImageService,
  request: Asked,
  path: Pick<AskedImage, "cardId" | "side">,
  surroundings: unknown,
): Promise<Answer> {
  const allowance = await limiter?.take(addressOf?.(request, surroundings) ?? "");
  if (allowance?.isAllowed === false) {
    const { limit, resetS: waitS } = allowance;
    return answerFailure({ code: "too-many-requests", who: "address", limit, waitS });
  }
  const room = enterRoom?.();
  if (room?.take(imageBytesMax) === false) return answerFailure({ code: "too-busy" });
  let found: ServedImage | undefined;
  try {
    found = await findImage({ ...path, ...signedIn(request) });
  } finally {
    room?.leave();
  }
  if (found === undefined) return answerFailure({ code: "no-such-path" });
  room?.take(found.image.length);
  if (whenSent === undefined) room?.leave();
  else whenSent(surroundings, () => room?.leave());
  return {
    status: 200,
    headers: { "Content-Type": found.mediaType, "Cache-Control": "private, no-store" },
    body: found.image,
  };
}

function signedIn({ url }: Asked): Pick<AskedImage, "expires" | "signature"> {
  const { searchParams } = new URL(url);
  return {
    expires: searchParams.get("expires") ?? undefined,
    signature: searchParams.get("signature") ?? undefined,
  };
}
