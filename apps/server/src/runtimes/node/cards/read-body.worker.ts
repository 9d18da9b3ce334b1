import { parentPort } from "node:worker_threads";
import type { CardImages } from "@trading-oms/id-card";
import type { Failure } from "../../../failure.ts";
import { takeCardImages } from "../../../operations/specified/parse-id-card/images.ts";
import type { CardImagesTaken } from "../../../services.ts";

/**
 * The first `byteCount` bytes of a buffer. Buffers are posted rather than typed arrays, which Deno copies element by
 * element.
 */
export type BodyRequest = { readonly id: number; readonly buffer: ArrayBuffer; readonly byteCount: number };

export type PostedImages =
  | {
      readonly value: {
        readonly [Side in keyof CardImages]: Extract<CardImages[Side], undefined> | ArrayBuffer;
      };
    }
  | { readonly failure: Failure };

/** The result for a body; undefined if parsing threw. */
export type BodyAnswer = { readonly id: number; readonly taken: PostedImages | undefined };

parentPort?.on("message", ({ id, buffer, byteCount }: BodyRequest) => {
  const taken = take(new Uint8Array(buffer, 0, byteCount));
  if (taken === undefined || "failure" in taken) return parentPort?.postMessage({ id, taken });
  // A decoded image occupies its whole buffer, so the buffer is transferred without a copy.
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
