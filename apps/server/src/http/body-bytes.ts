import type { Failure } from "../failure.ts";
import type { MemoryReservation } from "../services.ts";

type BodyBytes = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly failure: Failure };

/** Limits on a body: size, shared memory, and minimum transfer rate. */
export type BodyBounds = {
  readonly sizeBytesMax: number;
  readonly memory?: MemoryReservation | undefined;
  readonly pace?: BodyPace | undefined;
};

/** How fast a body has to arrive, checked in windows; the first window is not checked. */
type BodyPace = {
  readonly windowMs: number;
  /** A window brings at least so much. */
  readonly windowBytesMin: number;
  /**
   * A window also brings its share of the length in this time, or of what is left in the time that is left if that is
   * less.
   */
  readonly bodyMsMax: number;
};

/** 8 KiB/s, which a phone on a weak connection reaches, and more for a body that would take over a minute by that. */
export const usualPace: BodyPace = { windowMs: 10_000, windowBytesMin: 81_920, bodyMsMax: 60_000 };

/**
 * Returns a function that says at the end of each window whether a body is too slow. A body without a declared length
 * is as long as what has arrived of it.
 */
export function createPaceCheck(
  { windowMs, windowBytesMin, bodyMsMax }: BodyPace,
  declaredBytes: number,
): (arrivedBytes: number) => boolean {
  let elapsedMs = 0;
  let seenBytes = 0;
  return (arrivedBytes) => {
    const shareBytes = (Math.max(declaredBytes || 0, arrivedBytes) * windowMs) / bodyMsMax;
    const msLeft = bodyMsMax - elapsedMs;
    const isLengthKnown = declaredBytes > 0 && msLeft > 0;
    const neededBytes = isLengthKnown ? ((declaredBytes - seenBytes) * windowMs) / msLeft : shareBytes;
    const bytesMin = Math.max(windowBytesMin, Math.min(shareBytes, neededBytes));
    const isSlow = elapsedMs > 0 && arrivedBytes - seenBytes < bytesMin;
    elapsedMs += windowMs;
    seenBytes = arrivedBytes;
    return isSlow;
  };
}

/**
 * Every chunk costs time, however small. This many are free; beyond them the average size must be at least
 * `chunkBytesMin`.
 */
const freeChunkCount = 1_024;
const chunkBytesMin = 128;

export function areChunksTooSmall(chunkCount: number, byteCount: number): boolean {
  return chunkCount > freeChunkCount + byteCount / chunkBytesMin;
}

/** The initial buffer; it doubles as bytes arrive. */
const blockBytesMin = 65_536;

/** Reads a JSON body and stops as soon as a limit is exceeded. */
export async function readBodyBytes(
  request: Request,
  { sizeBytesMax, memory, pace = usualPace }: BodyBounds,
): Promise<BodyBytes> {
  const failure = checkBodyHeaders(request.headers, sizeBytesMax);
  if (failure !== undefined) return { failure };
  // The runtime enforces a Content-Length.
  if (!request.headers.has("content-length") || memory !== undefined)
    return readUpTo(request, { sizeBytesMax, memory, pace });
  return request.arrayBuffer().then(
    (whole) => ({ bytes: new Uint8Array(whole) }),
    () => brokenOff,
  );
}

/** Checks the size, media type and encoding that the headers declare. */
export function checkBodyHeaders(headers: Pick<Headers, "get">, sizeBytesMax: number): Failure | undefined {
  if (Number(headers.get("content-length")) > sizeBytesMax) {
    return { code: "body_too_large", bytesMax: sizeBytesMax };
  }
  const mediaType = headers.get("content-type");
  const coding = headers.get("content-encoding")?.toLowerCase() ?? "identity";
  const isJson = mediaType !== null && jsonType.test(mediaType) && coding === "identity";
  return isJson ? undefined : { code: "body_not_json" };
}

const jsonType = /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i;

const brokenOff: BodyBytes = { failure: { code: "body_timeout" } };

async function readUpTo(
  { body, headers }: Request,
  { sizeBytesMax, memory, pace }: BodyBounds & { readonly pace: BodyPace },
): Promise<BodyBytes> {
  if (body === null) return { bytes: new Uint8Array() };
  const reader = body.getReader();
  // Chunks are copied into one growing buffer, because a chunk of one byte is an object of hundreds.
  let block = new Uint8Array(Math.min(sizeBytesMax, blockBytesMin));
  let byteCount = 0;
  let chunkCount = 0;
  let failure: Failure | undefined;
  // The rest of the body is discarded; the result of cancelling the stream does not matter.
  const refuse = (why: Failure): void => {
    failure ??= why;
    reader.cancel().catch(() => {});
  };
  memory?.endBy(() => refuse({ code: "cards_queue_full" }));
  const declaredBytes = Number(headers.get("content-length"));
  const isSlow = createPaceCheck(pace, declaredBytes);
  // biome-ignore lint/style/noRestrictedGlobals: every runtime has this timer, and tests fake it.
  const timer = setInterval(() => {
    if (isSlow(byteCount)) refuse({ code: "body_timeout" });
  }, pace.windowMs);
  try {
    while (failure === undefined) {
      const { done, value } = await reader.read();
      if (done) break;
      chunkCount += 1;
      const neededBytes = byteCount + value.length;
      if (neededBytes > sizeBytesMax) refuse({ code: "body_too_large", bytesMax: sizeBytesMax });
      else if (areChunksTooSmall(chunkCount, neededBytes)) refuse({ code: "chunks_too_small" });
      else if (memory?.take(value.length) === false) refuse({ code: "cards_queue_full" });
      else {
        if (neededBytes > block.length) {
          const smaller = block;
          block = new Uint8Array(Math.min(sizeBytesMax, Math.max(neededBytes, smaller.length * 2)));
          block.set(smaller.subarray(0, byteCount));
        }
        block.set(value, byteCount);
        byteCount = neededBytes;
      }
    }
    return failure === undefined ? { bytes: block.subarray(0, byteCount) } : { failure };
  } catch {
    return failure === undefined ? brokenOff : { failure };
  } finally {
    clearInterval(timer);
    memory?.endBy(undefined);
  }
}
