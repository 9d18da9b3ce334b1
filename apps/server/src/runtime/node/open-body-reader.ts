import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { BodyRead } from "../../parse-json-body.ts";
import type { BodyAnswer, BodyRequest } from "./read-body.worker.ts";

/** So many bytes are read in less than a millisecond, and crossing to a thread would take as long. */
const smallBytesMax = 65_536;

/** Takes large bodies in a thread, so that nobody else waits while millions of characters are read. */
export type BodyReader = {
  readonly takeBodyAside: (
    operationId: string,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<BodyRead> | undefined;
  readonly stop: () => Promise<void>;
};

/** Opens a reader of bodies; its thread is started by the first large one, and another after it died. */
export function openBodyReader(): BodyReader {
  type Waiting = { readonly settle: (body: BodyRead) => void; readonly reject: (thrown: unknown) => void };
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let lastId = 0;
  return {
    takeBodyAside: (operationId, bytes) => {
      if (bytes.length <= smallBytesMax) return undefined;
      thread ??= start();
      const request: BodyRequest = { id: ++lastId, operationId, bytes };
      thread.postMessage(request, [bytes.buffer]);
      return new Promise((settle, reject) => waiting.set(request.id, { settle, reject }));
    },
    stop: async () => {
      await thread?.terminate();
    },
  };

  function start(): Worker {
    const started = new Worker(new URL(`./read-body.worker${extname(import.meta.url)}`, import.meta.url), {
      env: {},
    });
    started.unref();
    started.on("message", ({ id, body }: BodyAnswer) => {
      const asked = waiting.get(id);
      waiting.delete(id);
      if (body === undefined) asked?.reject(new Error("A body could not be taken."));
      else asked?.settle(body);
    });
    started.on("error", () => {});
    started.once("exit", () => {
      if (thread === started) thread = undefined;
      for (const { reject } of waiting.values()) reject(new Error("The thread that takes bodies has ended."));
      waiting.clear();
    });
    return started;
  }
}
