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

/** What the thread may take, and where its program is. */
export type BodyReaderOptions = {
  /** How long one body may take, the start of the thread included. */
  readonly bodyMsMax?: number;
  /** The heap holds the text of a body, and its members as the parser gives them; bytes and images are beside it. */
  readonly heapMbMax?: number;
  readonly program?: URL;
  /** Called when the thread was ended or died, with what is known of why. */
  readonly onEnded?: (thrown: unknown) => void;
};

const ended: BodyRead = { failure: { code: "cards-queue-full" } };

/**
 * Opens a reader of bodies. Its thread is started by the first large body, and another by the next one after it has ended,
 * whether it took too long, ran out of memory or died; those that wait for it then are answered that they may come again.
 */
export function openBodyReader({
  bodyMsMax = 5_000,
  heapMbMax = 192,
  program = new URL(`./read-body.worker${extname(import.meta.url)}`, import.meta.url),
  onEnded = () => {},
}: BodyReaderOptions = {}): BodyReader {
  type Waiting = { readonly settle: (body: BodyRead) => void; readonly reject: (thrown: unknown) => void };
  type Thread = { readonly worker: Worker; readonly waiting: Map<number, Waiting>; timer?: NodeJS.Timeout };
  let thread: Thread | undefined;
  let lastId = 0;
  return {
    takeBodyAside: (operationId, bytes) => {
      if (bytes.length <= smallBytesMax) return undefined;
      thread ??= start();
      const used = thread;
      // The bytes are the beginning of their buffer.
      const { buffer, length: byteCount } = bytes;
      const request: BodyRequest = { id: ++lastId, operationId, buffer, byteCount };
      used.worker.postMessage(request, [buffer]);
      return new Promise((settle, reject) => {
        used.waiting.set(request.id, { settle, reject });
        if (used.timer === undefined) watch(used);
      });
    },
    stop: async () => {
      await thread?.worker.terminate();
    },
  };

  function start(): Thread {
    const worker = new Worker(program, { env: {}, resourceLimits: { maxOldGenerationSizeMb: heapMbMax } });
    const started: Thread = { worker, waiting: new Map() };
    worker.unref();
    worker.on("message", ({ id, body }: BodyAnswer) => {
      const asked = started.waiting.get(id);
      started.waiting.delete(id);
      watch(started);
      if (body === undefined) asked?.reject(new Error("A body could not be taken."));
      else asked?.settle(unpack(body));
    });
    worker.on("error", (thrown) => end(started, thrown));
    worker.once("exit", () => end(started, new Error("The thread ended.")));
    return started;
  }

  /** Gives the next body its time; the thread takes one after the other. */
  function watch(watched: Thread): void {
    clearTimeout(watched.timer);
    delete watched.timer;
    if (watched.waiting.size === 0) return;
    watched.timer = setTimeout(() => end(watched, new Error("A body took too long.")), bodyMsMax);
  }

  /** The bytes of those that wait went to the thread, and are gone with it. */
  function end(over: Thread, thrown: unknown): void {
    if (thread === over) thread = undefined;
    clearTimeout(over.timer);
    if (over.waiting.size > 0) onEnded(thrown);
    for (const { settle } of over.waiting.values()) settle(ended);
    over.waiting.clear();
    void over.worker.terminate();
  }
}

/** Puts arrays of bytes in the place of their buffers again. */
function unpack(body: BodyRead): BodyRead {
  if (!("value" in body) || typeof body.value !== "object" || body.value === null) return body;
  const members = Object.entries(body.value).map(([name, member]) => [
    name,
    member instanceof ArrayBuffer ? new Uint8Array(member) : member,
  ]);
  return { value: Object.fromEntries(members) };
}
