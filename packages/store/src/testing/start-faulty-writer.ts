import { answerWriterRequest } from "../sqlite/answer-writer-request.ts";
import { connectSqlite } from "../sqlite/connect-sqlite.ts";
import { SqliteWriter, type WritingConnection } from "../sqlite/sqlite-writer.ts";
import type { WriterChannel } from "../sqlite/writer-channel.ts";

/** Starts a writer, on this thread, before whose every statement `strike` is called, which may throw. */
export function startFaultyWriter(strike: () => void): (path: string) => WriterChannel {
  return (path) => {
    const database = connectSqlite(path);
    const connection: WritingConnection = {
      exec: (sql) => {
        strike();
        database.exec(sql);
      },
      prepare: (sql) => {
        const statement = database.prepare(sql);
        return {
          get: (...values) => {
            strike();
            return statement.get(...values);
          },
          run: (...values) => {
            strike();
            return statement.run(...values);
          },
        };
      },
    };
    const writer = new SqliteWriter(connection);
    return {
      ask: async (request) => answerWriterRequest(writer, request),
      close: async () => database.close(),
    };
  };
}
