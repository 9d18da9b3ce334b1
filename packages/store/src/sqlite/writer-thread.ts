import { extname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Change, CommitOutcome } from "@trading-oms/brokerage/ports";
import type { Durability } from "./connect.ts";
import type { SqliteFailure } from "./failures.ts";
import type { WriterAnswer, WriterChannel } from "./writer.ts";
import type { WriterMessage } from "./writer.worker.ts";

/** Starts the writer in a separate thread, so that waiting for the disk does not block the main thread. */
export function startWriterThread(path: string, durability?: Durability): WriterChannel {
  const module = new URL(`./writer.worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(module, { workerData: { path, durability } });
  const waiting: PromiseWithResolvers<WriterAnswer>[] = [];
  let failure: unknown;
  worker.on("message", (answer: WriterAnswer) => {
    waiting.shift()?.resolve(answer);
    if (waiting.length === 0) worker.unref();
  });
  worker.on("error", (cause) => {
    failure = cause;
  });
  worker.on("exit", () => {
    failure ??= new Error("The store's writer thread has ended.");
    for (const { reject } of waiting.splice(0)) reject(failure);
  });
  // The thread keeps the process alive only while requests are pending.
  worker.unref();
  return {
    ask: send,
    close: async () => {
      await send({ kind: "close" }).catch(() => {});
      await worker.terminate();
    },
  };

  async function send(message: WriterMessage): Promise<WriterAnswer> {
    if (failure !== undefined) throw failure;
    const answered = Promise.withResolvers<WriterAnswer>();
    waiting.push(answered);
    worker.ref();
    worker.postMessage(message);
    return answered.promise;
  }
}

const changesInBatchMax = 64;

type Waiting = PromiseWithResolvers<CommitOutcome> & { readonly change: Change };

/** Group commit: changes that arrive during the flush of a batch form the next batch, with one flush for all. */
export class GroupCommit {
  readonly #writer: WriterChannel;
  readonly #explain: (failure: SqliteFailure) => Error;
  readonly #queue: Waiting[] = [];
  #running: Promise<void> | undefined;
  #isFinishing = false;

  constructor(writer: WriterChannel, explain: (failure: SqliteFailure) => Error) {
    this.#writer = writer;
    this.#explain = explain;
  }

  commit(change: Change): Promise<CommitOutcome> {
    if (this.#isFinishing) return Promise.reject(new Error("The store is closed; it takes no more changes."));
    const waiting = { change, ...Promise.withResolvers<CommitOutcome>() };
    this.#queue.push(waiting);
    this.#running ??= this.#run();
    return waiting.promise;
  }

  /** Refuses new changes, and resolves when the queued ones are done. */
  async finish(): Promise<void> {
    this.#isFinishing = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    // Waits one turn of the event loop, so that concurrent callers, and those that were just answered, share the batch.
    for (await setImmediate(); this.#queue.length > 0; await setImmediate()) {
      await this.#commitBatch(this.#queue.splice(0, changesInBatchMax));
    }
    this.#running = undefined;
  }

  async #commitBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const changes = batch.map(({ change }) => change);
      const answer = await this.#writer.ask({ kind: "changes", changes });
      if ("failure" in answer) throw this.#explain(answer.failure);
      for (const [index, result] of answer.results.entries()) {
        if (typeof result === "string") batch[index]?.resolve(result);
        else batch[index]?.reject(this.#explain(result));
      }
    } catch (failure) {
      for (const { reject } of batch) reject(failure);
    }
  }
}
