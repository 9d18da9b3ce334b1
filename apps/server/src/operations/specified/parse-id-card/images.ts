import { routes } from "@trading-oms/contract";
import { checkImage, imageLimits } from "@trading-oms/id-card/limits";
import type { MiddlewareHandler } from "hono";
import type { Failure, Issue } from "../../../failure.ts";
import { readBodyBytes } from "../../../http/body-bytes.ts";
import { fail } from "../../../http/failures.ts";
import { parseJsonBody } from "../../../http/json-body.ts";
import { setBodyText } from "../../../http/operation.ts";
import type { AppEnv } from "../../../http/request-context.ts";
import { listIssues } from "../../../http/validation.ts";
import type { CardImagesTaken, CardServices, MemoryReservation } from "../../../services.ts";

export const cardBodyBytesMax = 33_000_000;

export type CardOptions = {
  readonly bodyBytesMax?: number;
  /** Why no card can be accepted now, if so. */
  readonly checkRoom?: () => Failure | undefined;
  /** An additional check of an image on this runtime. */
  readonly checkImageHere?: typeof checkImage;
};

/**
 * Takes the images out of a body, in a worker thread if it is large, so that other requests do not wait.
 * Hono's validator then gets a placeholder for each image. A large body keeps its reserved memory until it is
 * answered. A card that waits is dropped if its connection closes, or if another sender needs the memory.
 */
export function takeImages(
  { reserveBodyMemory, takeImagesInThread }: CardServices,
  { bodyBytesMax: sizeBytesMax = cardBodyBytesMax, checkImageHere }: CardOptions,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const sender = c.get("sender");
    const memory = reserveBodyMemory?.(sender);
    const waiting = new AbortController();
    const drop = (): void => waiting.abort();
    c.req.raw.signal.addEventListener("abort", drop);
    try {
      const taken = await take(c.req.raw, memory);
      if ("failure" in taken) return fail(c, taken.failure);
      c.set("images", taken.value);
      c.set("cardTurn", { sender, signal: waiting.signal, onBegin: () => memory?.endBy(undefined) });
      memory?.endBy(drop);
      const sent = Object.keys(taken.value).map((side) => [`${side}Image`, soundBase64]);
      setBodyText(c, JSON.stringify(Object.fromEntries(sent)));
      await next();
    } finally {
      memory?.release();
    }
    return undefined;
  };

  /** A separate function, so that the bytes of the body are released while the card is read. */
  async function take(request: Request, memory: MemoryReservation | undefined): Promise<CardImagesTaken> {
    const body = await readBodyBytes(request, { sizeBytesMax, memory });
    if ("failure" in body) return body;
    return takeImagesInThread?.(body.bytes) ?? takeCardImages(body.bytes, checkImageHere);
  }
}

const members = ["frontImage", "backImage", "portraitImage"] as const;

/** The placeholder for a decoded image, which spares the validator millions of characters. */
const soundBase64 = "AAAA";

/**
 * Takes the images out of a body. Decoding validates Base64 as well as a pattern does; the schema checks
 * everything else about the body.
 */
export function takeCardImages(
  bytes: Uint8Array,
  checkImageHere?: CardOptions["checkImageHere"],
): CardImagesTaken {
  const { schema } = routes.parseIdCard.request.body.content["application/json"];
  const parsed = parseJsonBody(bytes);
  if ("failure" in parsed) return parsed;
  const { value } = parsed;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { failure: { code: "invalid_request", issues: listIssues(schema, value) } };
  }
  const sent: Record<string, unknown> = { ...value };
  const issues: Issue[] = [];
  const images: Partial<Record<(typeof members)[number], Uint8Array<ArrayBuffer>>> = {};
  for (const field of members) {
    const text = sent[field];
    if (typeof text !== "string") continue;
    sent[field] = soundBase64;
    const image = decode(text);
    const message =
      typeof image === "string" ? image : (checkImage(image) ?? checkImageHere?.(image))?.message;
    if (message !== undefined) issues.push({ field, message });
    else if (typeof image !== "string") images[field] = image;
  }
  issues.push(...listIssues(schema, sent));
  const { frontImage: front, backImage: back, portraitImage: portrait } = images;
  if (issues.length > 0 || front === undefined) return { failure: { code: "invalid_request", issues } };
  return { value: { front, ...(back && { back }), ...(portrait && { portrait }) } };
}

const charactersMax = Math.ceil(imageLimits.bytesMax / 3) * 4;

/** Returns the bytes of an image, or the fault of its text. */
function decode(text: string): Uint8Array<ArrayBuffer> | string {
  if (text === "") return "is empty; send the image in Base64";
  if (/^\s*data:/i.test(text)) return "is a data: URL; send the Base64 after the comma alone";
  if (/^\s*[a-z][a-z0-9+.-]{0,31}:\/\//i.test(text)) {
    return "is a link, and links are not followed; send the image itself in Base64";
  }
  if (text.length > charactersMax) {
    return "has more than 8,000,000 bytes after decoding; send a smaller image";
  }
  const bytes = decodeBase64(text);
  if (bytes !== undefined) return bytes;
  if (/\s/.test(text)) return "has spaces or line breaks; send Base64 without them";
  if (/^[\w-]+={0,2}$/.test(text.slice(0, 65_536)) && /[-_]/.test(text)) {
    return "is Base64 for URLs; send it with + and / in place of - and _";
  }
  return "has to be Base64 with its padding, and nothing else";
}

/** `fromBase64` skips whitespace and tolerates missing padding, so the byte count must match the length of the text. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0) return undefined;
  const paddingCount = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  try {
    const bytes = Uint8Array.fromBase64(text);
    return bytes.length === (text.length / 4) * 3 - paddingCount ? bytes : undefined;
  } catch {
    return undefined;
  }
}
