import type { Failure } from "./failures.ts";

/** The body of a request as it came, or why it was not taken. */
type BodyBytes = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly failure: Failure };

/** What a body may be: its size, the room that it shares with others, and how slowly it may come. */
export type BodyBounds = {
  readonly sizeBytesMax: number;
  readonly room?: BodyRoom | undefined;
  readonly pace?: BodyPace | undefined;
};

/** A body that brings fewer bytes than this in a window is ended; the first window is a grace. */
type BodyPace = { readonly windowMs: number; readonly windowBytesMin: number };

/** 8 KiB/s, which a phone with two bars reaches; at that pace a request is over at its time-out before it has held much. */
export const usualPace: BodyPace = { windowMs: 10_000, windowBytesMin: 81_920 };

/** Each chunk costs time however small it is: so many are free, and any further one has to be of this size on average. */
const freeChunkCount = 1_024;
const chunkBytesMin = 128;

/** Whether a body has come in more and smaller chunks than are taken. */
export function areChunksTooSmall(chunkCount: number, byteCount: number): boolean {
  return chunkCount > freeChunkCount + byteCount / chunkBytesMin;
}

/** What a body is given to begin with; it doubles as bytes come. */
const blockBytesMin = 65_536;

/** Reads the body of a request that says it is JSON, and stops as soon as it is more than is taken. */
export async function readBodyBytes(
  request: Request,
  { sizeBytesMax, room, pace = usualPace }: BodyBounds,
): Promise<BodyBytes> {
  const failure = judgeBodyHeaders(request.headers, sizeBytesMax);
  if (failure !== undefined) return { failure };
  const isHeld = request.headers.has("content-length") && room === undefined;
  return isHeld ? readWhole(request) : readUpTo(request, { sizeBytesMax, room, pace });
}

/** Says why a body is not taken for what its headers say of it. */
export function judgeBodyHeaders(headers: Pick<Headers, "get">, sizeBytesMax: number): Failure | undefined {
  if (Number(headers.get("content-length")) > sizeBytesMax) {
    return { code: "body-too-large", bytesMax: sizeBytesMax };
  }
  const mediaType = headers.get("content-type");
  const coding = headers.get("content-encoding")?.toLowerCase() ?? "identity";
  const isJson = mediaType !== null && jsonType.test(mediaType) && coding === "identity";
  return isJson ? undefined : { code: "body-not-json-type" };
}

const jsonType = /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i;

const brokenOff: BodyBytes = { failure: { code: "body-late" } };

/** A body of a length that was said, and that the runtime holds it to. */
async function readWhole(request: Request): Promise<BodyBytes> {
  try {
    return { bytes: new Uint8Array(await request.arrayBuffer()) };
  } catch {
    return brokenOff;
  }
}

async function readUpTo(
  { body }: Request,
  { sizeBytesMax, room, pace: { windowMs, windowBytesMin } }: BodyBounds & { readonly pace: BodyPace },
): Promise<BodyBytes> {
  if (body === null) return { bytes: new Uint8Array() };
  const reader = body.getReader();
  // Bytes are copied into one growing block, since a chunk of one byte is an object of hundreds.
  let block = new Uint8Array(Math.min(sizeBytesMax, blockBytesMin));
  let byteCount = 0;
  let chunkCount = 0;
  let failure: Failure | undefined;
  // What else is sent is dropped; the promise of a cancelled stream says nothing that matters here.
  const refuse = (why: Failure): void => {
    failure ??= why;
    reader.cancel().catch(() => {});
  };
  let seenBytes = Number.NEGATIVE_INFINITY;
  // biome-ignore lint/style/noRestrictedGlobals: every runtime has this timer, and tests fake it.
  const timer = setInterval(() => {
    if (byteCount - seenBytes < windowBytesMin) refuse({ code: "body-late" });
    seenBytes = byteCount;
  }, windowMs);
  try {
    while (failure === undefined) {
      const { done, value } = await reader.read();
      if (done) break;
      chunkCount += 1;
      const neededBytes = byteCount + value.length;
      if (neededBytes > sizeBytesMax) refuse({ code: "body-too-large", bytesMax: sizeBytesMax });
      else if (areChunksTooSmall(chunkCount, neededBytes)) refuse({ code: "chunks-too-small" });
      else if (room?.take(value.length) === false) refuse({ code: "cards-queue-full" });
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
  }
}

/** What one request has of a room for bodies. */
export type BodyRoom = {
  /** Takes so many bytes of it, and tells whether they were there. */
  readonly take: (byteCount: number) => boolean;
  /** Gives back all that was taken. */
  readonly leave: () => void;
};

/**
 * Makes a room that the bodies of all requests under way share; each enters it for itself. The requests of one sender, such
 * as a network address, have no more than `shareBytesMax` of it together.
 */
export function makeBodyRoom(
  sizeBytesMax: number,
  shareBytesMax: number = sizeBytesMax,
): (sender?: string) => BodyRoom {
  let takenBytes = 0;
  const shares = new Map<string, number>();
  return (sender = "") => {
    let ownBytes = 0;
    const add = (byteCount: number): void => {
      const shareBytes = (shares.get(sender) ?? 0) + byteCount;
      takenBytes += byteCount;
      ownBytes += byteCount;
      if (shareBytes > 0) shares.set(sender, shareBytes);
      else shares.delete(sender);
    };
    return {
      take: (byteCount) => {
        const shareBytes = (shares.get(sender) ?? 0) + byteCount;
        if (takenBytes + byteCount > sizeBytesMax || shareBytes > shareBytesMax) return false;
        add(byteCount);
        return true;
      },
      leave: () => add(-ownBytes),
    };
  };
}
