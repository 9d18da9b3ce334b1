import { answerWriterRequest } from "../sqlite/answer-writer-request.ts";
import { connectSqlite } from "../sqlite/connect-sqlite.ts";
import { SqliteWriter } from "../sqlite/sqlite-writer.ts";
import type { WriterChannel } from "../sqlite/writer-channel.ts";

/** Starts a writer, on this thread, that finds no room for more than some hundred kilobytes. */
export function startCrampedWriter(path: string): WriterChannel {
  const database = connectSqlite(path);
  const { page_count: pages } = database.prepare("pragma page_count").get() as {
    readonly page_count: number;
  };
  database.exec(`pragma max_page_count = ${pages + 50}`);
  const writer = new SqliteWriter(database);
  return {
    ask: async (request) => answerWriterRequest(writer, request),
    close: async () => database.close(),
  };
}
