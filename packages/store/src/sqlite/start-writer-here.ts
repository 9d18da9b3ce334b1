import { answerWriterRequest } from "./answer-writer-request.ts";
import { connectSqlite, type Durability } from "./connect-sqlite.ts";
import { SqliteWriter } from "./sqlite-writer.ts";
import type { WriterChannel } from "./writer-channel.ts";

/** Writes on the thread that asks, which waits for the disk meanwhile: for a command, which has nothing else to do. */
export function startWriterHere(path: string, durability?: Durability): WriterChannel {
  const database = connectSqlite(path, durability);
  const writer = new SqliteWriter(database);
  return {
    ask: async (request) => answerWriterRequest(writer, request),
    close: async () => database.close(),
  };
}
