import { type MessagePort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { answerWriterRequest } from "./answer-writer-request.ts";
import { connectSqlite, type Durability } from "./connect-sqlite.ts";
import { SqliteWriter } from "./sqlite-writer.ts";
import { waitForSignal } from "./wait-for-signal.ts";

/** What the thread is started with: where it writes, where requests come from, and what is raised with each of them. */
export type WriterThreadData = {
  readonly path: string;
  readonly durability: Durability | undefined;
  readonly port: MessagePort;
  readonly signal: Int32Array;
};

const { path, durability, port, signal }: WriterThreadData = workerData;
const database = connectSqlite(path, durability);
const writer = new SqliteWriter(database);

// It asks for requests itself instead of being called by an event loop, whose waking takes longer than many a change.
for (;;) {
  const raised = Atomics.load(signal, 0);
  const received = receiveMessageOnPort(port);
  if (received === undefined) waitForSignal(signal, raised);
  else if (received.message === "close") break;
  else port.postMessage(answerWriterRequest(writer, received.message));
}
database.close();
port.close();
