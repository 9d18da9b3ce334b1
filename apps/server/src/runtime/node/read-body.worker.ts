import { parentPort } from "node:worker_threads";
import * as operations from "../../operations/index.ts";
import type { BodyRead } from "../../parse-json-body.ts";

/** A body that is to be taken. */
export type BodyRequest = {
  readonly id: number;
  readonly operationId: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** What was made of it; undefined where its taking threw. */
export type BodyAnswer = { readonly id: number; readonly body: BodyRead | undefined };

parentPort?.on("message", ({ id, operationId, bytes }: BodyRequest) => {
  const answer: BodyAnswer = { id, body: take(operationId, bytes) };
  parentPort?.postMessage(answer, listBuffers(answer.body));
});

function take(operationId: string, bytes: Uint8Array<ArrayBuffer>): BodyRead | undefined {
  const operation = Object.values(operations).find(({ route }) => route.operationId === operationId);
  try {
    return operation?.takeBody?.(bytes);
  } catch {
    return undefined;
  }
}

/** What was decoded crosses as it is, and is not copied. */
function listBuffers(body: BodyRead | undefined): ArrayBuffer[] {
  const members: unknown[] = body !== undefined && "value" in body ? Object.values(Object(body.value)) : [];
  return members.flatMap((member) =>
    member instanceof Uint8Array && member.buffer instanceof ArrayBuffer ? [member.buffer] : [],
  );
}
