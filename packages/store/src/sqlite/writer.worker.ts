import { availableParallelism } from "node:os";
import { type MessagePort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { changesMessage } from "./changes-message.ts";
import { connectSqlite, type Durability } from "./connect-sqlite.ts";
import { joinParts } from "./join-parts.ts";
import { makePatience } from "./patience.ts";
import { signalPlaces } from "./signal-places.ts";
import { SqliteWriter } from "./sqlite-writer.ts";
import { waitForSignal } from "./wait-for-signal.ts";
import type { WriterAnswer, WriterRequest } from "./writer-channel.ts";

/** What the thread is started with: where it writes, where requests come from, and what is raised with each of them. */
export type WriterThreadData = {
  readonly path: string;
  readonly durability: Durability | undefined;
  readonly port: MessagePort;
  readonly signal: Int32Array;
};

/** What is sent to the thread; changes as a text. */
export type WriterThreadRequest =
  | string
  | Extract<WriterRequest, { readonly kind: "statements" }>
  | { readonly kind: "close" };

/** What the thread answers: null where everything was done, since next to nothing crosses with it. */
export type WriterThreadAnswer = null | WriterAnswer;

/** As long as sixteen who were answered at once take to decide what they ask for next. */
const requestSoonMs = 1;

const { path, durability, port, signal }: WriterThreadData = workerData;
const database = connectSqlite(path, durability);
const nowMs = (): number => performance.now();
const told = (commitMs: number): void => {
  Atomics.store(signal, signalPlaces.commitUs, Math.round(commitMs * 1_000));
};
const writer = new SqliteWriter(database, { nowMs, told });
const parts = joinParts(writer, (answer) => {
  const sent: WriterThreadAnswer = answer.kind === "done" ? null : answer;
  port.postMessage(sent);
});
const patience = makePatience({
  soonMs: requestSoonMs,
  nowMs,
  coreCount: availableParallelism(),
});

// It asks for requests itself instead of being called by an event loop, whose waking takes longer than many a change.
for (;;) {
  const raised = Atomics.load(signal, signalPlaces.raised);
  const received: { readonly message: WriterThreadRequest } | undefined = receiveMessageOnPort(port);
  if (received === undefined) {
    // Whoever is to go on may be kept by something else, and others wait for the lock.
    const hasCome = waitForSignal(signal, raised, patience, {
      waitMsMax: parts.isOpen() ? requestSoonMs : undefined,
    });
    if (!hasCome) parts.end();
  } else if (typeof received.message === "string") parts.take(changesMessage.read(received.message));
  else if (received.message.kind === "close") break;
  else parts.take(received.message);
}
parts.end();
database.close();
port.close();
