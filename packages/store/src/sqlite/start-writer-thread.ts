import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { MessageChannel, Worker } from "node:worker_threads";
import { changesMessage } from "./changes-message.ts";
import type { Durability } from "./connect-sqlite.ts";
import { makeWakeEarly } from "./make-wake-early.ts";
import { makePatience } from "./patience.ts";
import { signalPlaces } from "./signal-places.ts";
import { stayAwake } from "./stay-awake.ts";
import type { WriterThreadAnswer, WriterThreadData, WriterThreadRequest } from "./writer.worker.ts";
import type { WriterAnswer, WriterChannel, WriterRequest } from "./writer-channel.ts";

/** As long as a change and its flush take on a disk that is not slow. */
const flushSoonMs = 1;

/** A commit that takes longer sleeps for most of its time; on a faster disk the writer works, and is not to be disturbed. */
const slowCommitUs = 1_500;

const done: WriterAnswer = { kind: "done" };

/** Starts the writer in a thread of its own, so that waiting for the disk costs the main thread nothing. */
export function startWriterThread(path: string, durability?: Durability): WriterChannel {
  const module = new URL(`./writer.worker${extname(import.meta.url)}`, import.meta.url);
  const { port1: port, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4 * Object.keys(signalPlaces).length));
  const workerData: WriterThreadData = { path, durability, port: port2, signal };
  const worker = new Worker(module, { workerData, transferList: [port2] });
  const waiting: { settle: (answer: WriterAnswer) => void; reject: (failure: unknown) => void }[] = [];
  const awaitAnswer = makeAwaitAnswer(signal);
  let sleepAgain: (() => void) | undefined;
  let failure: unknown;
  const ended = new Promise<void>((settle) => worker.once("exit", () => settle()));
  port.on("message", (answer: WriterThreadAnswer) => {
    sleepAgain?.();
    sleepAgain = undefined;
    waiting.shift()?.settle(answer ?? done);
    if (waiting.length === 0) rest();
  });
  worker.on("error", (cause) => {
    failure = cause;
  });
  void ended.then(() => {
    failure ??= new Error("The writer of the store has ended.");
    for (const { reject } of waiting.splice(0)) reject(failure);
  });
  rest();
  return {
    ask: (request: WriterRequest) =>
      new Promise((settle, reject) => {
        if (failure !== undefined) return reject(failure);
        const sent = request.kind === "changes" ? changesMessage.write(request) : request;
        waiting.push({ settle, reject });
        port.ref();
        worker.ref();
        send(sent);
        sleepAgain ??= awaitAnswer(request, waiting.length === 1);
      }),
    close: async () => {
      // Whatever is answered until then, somebody waits for the end.
      waiting.push({ settle: () => {}, reject: () => {} });
      worker.ref();
      send({ kind: "close" });
      await ended;
    },
  };

  function send(message: WriterThreadRequest): void {
    port.postMessage(message);
    Atomics.add(signal, signalPlaces.raised, 1);
    Atomics.notify(signal, signalPlaces.raised);
  }

  /** The thread waits for work without keeping the process alive; work that is under way does. */
  function rest(): void {
    port.unref();
    worker.unref();
  }
}

/**
 * How the loop waits for an answer, where it would otherwise sleep until it is there; gives what ends that. The answer to
 * something that was asked before ends it too soon, which costs what it would have gained and nothing else.
 */
function makeAwaitAnswer(
  signal: Int32Array,
): (request: WriterRequest, isFirst: boolean) => (() => void) | undefined {
  const machine = { nowMs: () => performance.now(), coreCount: availableParallelism() };
  const patience = makePatience({ ...machine, soonMs: flushSoonMs });
  const isAsleep = (): boolean => Atomics.load(signal, signalPlaces.commitUs) > slowCommitUs;
  const wakeEarly = makeWakeEarly({ ...machine, isAsleep });
  return (request, isFirst) => {
    if (request.kind !== "changes" || request.othersFollow === true) return undefined;
    const isLone = isFirst && request.changes.length === 1;
    // Many who are answered together have much to decide then; one who waits long gains little.
    return isLone ? stayAwake(patience) : wakeEarly();
  };
}
