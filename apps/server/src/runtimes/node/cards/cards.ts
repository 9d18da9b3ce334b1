import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { CardImages } from "@trading-oms/id-card";
import { type CardOutcome, type CardPoolOptions, openCardPool } from "@trading-oms/id-card/pool";
import type { Registry } from "prom-client";
import { type MemoryBounds, makeMemoryBudget } from "../../../http/memory-budget.ts";
import { widenNetwork } from "../../../http/rate-limits.ts";
import type { Log } from "../../../log-and-trace.ts";
import type { CardImagesTaken, CardTurn } from "../../../services.ts";
import { addCounters, addGauge } from "../observe/metrics.ts";
import type { BodyAnswer, BodyRequest, PostedImages } from "./read-body.worker.ts";

const bodyMemory: MemoryBounds = {
  /** Six of the largest requests at a time, or about a hundred typical ones. */
  bytesMax: 200_000_000,
  /** One of the largest requests and some typical ones. */
  senderBytesMax: 40_000_000,
  networkBytesMax: 100_000_000,
};

/**
 * Opens the worker pool, the thread that parses bodies, and the memory budget that bodies share. Nothing is started before
 * the first card.
 */
export function openCards(
  options: CardPoolOptions & {
    readonly registry: Registry;
    /** Whether a reading returns the images encoded again without metadata, to be stored. */
    readonly wantsCopies?: boolean;
    readonly log?: Log;
  },
) {
  // Images are validated when their body is parsed, in the thread or here.
  const pool = openCardPool({ ...options, areJudged: true, widenSender: widenNetwork });
  const reader = openBodyReader({
    onEnded: (thrown) => options.log?.({ level: "error", event: "body worker exited", thrown }),
  });
  const counts: Record<CardOutcome["kind"], number> = {
    read: 0,
    "portrait-broken": 0,
    busy: 0,
    aborted: 0,
    late: 0,
    crashed: 0,
  };
  const { registry } = options;
  addCounters(registry, "oms_cards_total", "Cards by outcome.", "outcome", () => counts);
  const gauges = [
    ["oms_card_workers", "Worker processes that read cards.", () => pool.status().pids.length],
    ["oms_cards_waiting", "Cards that wait for a worker process.", () => pool.status().waitingCount],
  ] as const;
  for (const [name, help, read] of gauges) addGauge(registry, name, help, read);
  return {
    services: {
      readCard: async (images: CardImages, turn: CardTurn) => {
        const outcome = await pool.read(images, { ...options, ...turn });
        counts[outcome.kind] += 1;
        return outcome;
      },
      takeImagesInThread: reader.takeImagesInThread,
      reserveBodyMemory: makeMemoryBudget(bodyMemory, () => performance.now()),
    },
    look: pool.status,
    stop: async (): Promise<void> => {
      pool.close();
      await reader.stop();
    },
  };
}

/** Smaller bodies are parsed in less than a millisecond, about as long as posting them to a thread takes. */
const smallBytesMax = 65_536;

export type BodyReaderOptions = {
  /** The time limit for one body; the thread has as long to start. */
  readonly bodyMsMax?: number;
  /** The heap holds the text of a body and its parsed members; bytes and images are outside of it. */
  readonly heapMbMax?: number;
  readonly program?: URL;
  /** Called with the cause if the thread ended while requests waited. */
  readonly onEnded?: (thrown: unknown) => void;
};

const answerWhenEnded: CardImagesTaken = { failure: { code: "cards_queue_full" } };

/**
 * Opens a body reader. The first large body starts the thread; if it is too slow, runs out of memory or dies,
 * the next large body starts another. Requests that were waiting get 503 with Retry-After.
 */
export function openBodyReader({
  bodyMsMax = 5_000,
  heapMbMax = 192,
  program = new URL(`./read-body.worker${extname(import.meta.url)}`, import.meta.url),
  onEnded = () => {},
}: BodyReaderOptions = {}) {
  type Waiting = {
    readonly settle: (taken: CardImagesTaken) => void;
    readonly reject: (thrown: unknown) => void;
  };
  type Thread = { readonly worker: Worker; readonly waiting: Map<number, Waiting>; timer?: NodeJS.Timeout };
  let thread: Thread | undefined;
  let lastId = 0;
  return {
    takeImagesInThread: (bytes: Uint8Array<ArrayBuffer>): Promise<CardImagesTaken> | undefined => {
      if (bytes.length <= smallBytesMax) return undefined;
      thread ??= start();
      const used = thread;
      // `bytes` begins at the start of its buffer.
      const { buffer, length: byteCount } = bytes;
      const request: BodyRequest = { id: ++lastId, buffer, byteCount };
      used.worker.postMessage(request, [buffer]);
      return new Promise((settle, reject) => {
        used.waiting.set(request.id, { settle, reject });
        if (used.timer === undefined) watch(used);
      });
    },
    stop: async (): Promise<void> => {
      await thread?.worker.terminate();
    },
  };

  function start(): Thread {
    const worker = new Worker(program, { env: {}, resourceLimits: { maxOldGenerationSizeMb: heapMbMax } });
    const started: Thread = { worker, waiting: new Map() };
    worker.unref();
    worker.once("online", () => watch(started));
    worker.on("message", ({ id, taken }: BodyAnswer) => {
      const asked = started.waiting.get(id);
      started.waiting.delete(id);
      watch(started);
      if (taken === undefined) asked?.reject(new Error("A body could not be taken."));
      else asked?.settle(unpack(taken));
    });
    worker.on("error", (thrown) => endThread(started, thrown));
    worker.once("exit", () => endThread(started, new Error("The thread ended.")));
    return started;
  }

  /** Restarts the timer for the next body; the thread parses one after the other. */
  function watch(watched: Thread): void {
    clearTimeout(watched.timer);
    delete watched.timer;
    if (watched.waiting.size === 0) return;
    watched.timer = setTimeout(() => endThread(watched, new Error("A body took too long.")), bodyMsMax);
  }

  /** Fails the waiting requests: their bytes were transferred to the thread and are lost with it. */
  function endThread(endedThread: Thread, thrown: unknown): void {
    if (thread === endedThread) thread = undefined;
    clearTimeout(endedThread.timer);
    if (endedThread.waiting.size > 0) onEnded(thrown);
    for (const { settle } of endedThread.waiting.values()) settle(answerWhenEnded);
    endedThread.waiting.clear();
    void endedThread.worker.terminate();
  }
}

function unpack(taken: PostedImages): CardImagesTaken {
  if ("failure" in taken) return taken;
  const { front, back, portrait } = taken.value;
  return {
    value: {
      front: new Uint8Array(front),
      ...(back && { back: new Uint8Array(back) }),
      ...(portrait && { portrait: new Uint8Array(portrait) }),
    },
  };
}
