import { parentPort } from "node:worker_threads";
import type { BodyRead } from "../../http/json-body.ts";
import { takeCardImages } from "../../operations/parse-id-card/images.ts";

/**
 * A body that is to be taken: so many bytes of a buffer. Buffers are posted and no arrays of bytes, since Deno looks at each
 * element of an array that it posts.
 */
export type BodyRequest = {
  readonly id: number;
  readonly operationId: string;
  readonly buffer: ArrayBuffer;
  readonly byteCount: number;
};

/** What was made of it, with a buffer in the place of each array of bytes; undefined where its taking threw. */
export type BodyAnswer = { readonly id: number; readonly body: BodyRead | undefined };

parentPort?.on("message", ({ id, buffer, byteCount }: BodyRequest) => {
  const body = take(new Uint8Array(buffer, 0, byteCount));
  const packed = body !== undefined && "value" in body ? { value: pack(body.value) } : body;
  const answer: BodyAnswer = { id, body: packed };
  // What was decoded crosses as it is, and is not copied.
  const buffers = Object.values(Object(packed !== undefined && "value" in packed ? packed.value : {}));
  parentPort?.postMessage(
    answer,
    buffers.filter((each) => each instanceof ArrayBuffer),
  );
});

function take(bytes: Uint8Array<ArrayBuffer>): BodyRead | undefined {
  try {
    return takeCardImages(bytes);
  } catch {
    return undefined;
  }
}

function pack(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => {
    if (!(member instanceof Uint8Array)) return [name, member];
    const isWhole = member.byteLength === member.buffer.byteLength;
    return [name, isWhole ? member.buffer : member.slice().buffer];
  });
  return Object.fromEntries(members);
}
