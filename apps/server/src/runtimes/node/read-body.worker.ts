import { parentPort } from "node:worker_threads";
import type { CardImages } from "@trading-oms/id-card";
import type { Failure } from "../../http/failures.ts";
import { takeCardImages } from "../../operations/parse-id-card/images.ts";
import type { CardImagesTaken } from "../../services.ts";

/**
 * A body that is to be taken: so many bytes of a buffer. Buffers are posted and no arrays of bytes, since Deno looks at each
 * element of an array that it posts.
 */
export type BodyRequest = { readonly id: number; readonly buffer: ArrayBuffer; readonly byteCount: number };

/** The images of a body as buffers, or why they were not taken. */
export type PostedImages =
  | {
      readonly value: {
        readonly [Side in keyof CardImages]: Extract<CardImages[Side], undefined> | ArrayBuffer;
      };
    }
  | { readonly failure: Failure };

/** What was made of a body; undefined where its taking threw. */
export type BodyAnswer = { readonly id: number; readonly taken: PostedImages | undefined };

parentPort?.on("message", ({ id, buffer, byteCount }: BodyRequest) => {
  const taken = take(new Uint8Array(buffer, 0, byteCount));
  if (taken === undefined || "failure" in taken) return parentPort?.postMessage({ id, taken });
  // A decoded image is the whole of its buffer, which crosses as it is and is not copied.
  const images = Object.entries(taken.value).map(([side, { buffer: image }]) => [side, image] as const);
  const value = Object.fromEntries(images);
  return parentPort?.postMessage({ id, taken: { value } }, Object.values(value));
});

function take(bytes: Uint8Array<ArrayBuffer>): CardImagesTaken | undefined {
  try {
    return takeCardImages(bytes);
  } catch {
    return undefined;
  }
}
