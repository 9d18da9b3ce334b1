import { parentPort, workerData } from "node:worker_threads";
import { connectSqlite, type Durability } from "./connect.ts";
import { SqliteWriter, type WriterAnswer, type WriterRequest } from "./writer.ts";

/** A message to the thread. Each gets one answer. */
export type WriterMessage = WriterRequest | { readonly kind: "close" };

const { path, durability }: { readonly path: string; readonly durability?: Durability } = workerData;
const database = connectSqlite(path, durability);
const writer = new SqliteWriter(database);

parentPort?.on("message", (message: WriterMessage) => {
  if (message.kind === "close") database.close();
  const answer: WriterAnswer = message.kind === "close" ? { results: [] } : writer.answer(message);
  parentPort?.postMessage(answer);
});
