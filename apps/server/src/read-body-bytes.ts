import type { BodyRoom } from "./body-room.ts";
import type { Failure } from "./failure.ts";

/** The body of a request as it came, or why it was not taken. */
export type BodyBytes = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly failure: Failure };

/** What a body may be: its size, and the room that it shares with others. */
export type BodyBounds = { readonly sizeBytesMax: number; readonly room?: BodyRoom | undefined };

/** Reads the body of a request that says it is JSON, and stops as soon as it is more than is taken. */
export async function readBodyBytes(
  request: Request,
  { sizeBytesMax, room }: BodyBounds,
): Promise<BodyBytes> {
  const { headers } = request;
  if (Number(headers.get("content-length")) > sizeBytesMax) {
    return { failure: { code: "body-too-large", bytesMax: sizeBytesMax } };
  }
  const mediaType = headers.get("content-type");
  const coding = headers.get("content-encoding")?.toLowerCase() ?? "identity";
  if (mediaType === null || !jsonType.test(mediaType) || coding !== "identity")
    return { failure: { code: "body-not-json-type" } };
  const isHeld = headers.has("content-length") && room === undefined;
  return isHeld ? readWhole(request) : readUpTo(request, sizeBytesMax, room);
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
  request: Request,
  sizeBytesMax: number,
  room: BodyRoom | undefined,
): Promise<BodyBytes> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  const reader = request.body?.getReader();
  // What else is sent is nobody's any more; whether it ends well is not waited for.
  const refuse = (failure: Failure): BodyBytes => {
    reader?.cancel().catch(() => {});
    return { failure };
  };
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done || value === undefined) return { bytes: join(chunks, byteCount) };
      byteCount += value.length;
      if (byteCount > sizeBytesMax) return refuse({ code: "body-too-large", bytesMax: sizeBytesMax });
      if (room?.take(value.length) === false) return refuse({ code: "cards-queue-full" });
      chunks.push(value);
    }
  } catch {
    return brokenOff;
  }
}

function join(chunks: readonly Uint8Array[], byteCount: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(byteCount);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
