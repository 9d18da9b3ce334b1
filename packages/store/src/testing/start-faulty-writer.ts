import { answerWriterRequest } from "../sqlite/answer-writer-request.ts";
import { connectSqlite } from "../sqlite/connect-sqlite.ts";
import { SqliteWriter, type WritingConnection } from "../sqlite/sqlite-writer.ts";
import type { WriterChannel } from "../sqlite/writer-channel.ts";

/** Starts a writer, on this thread, whose n-th statement fails, as a full disk or a broken one would have it. */
export function startFaultyWriter(failAt: number): (path: string) => WriterChannel {
  return (path) => {
    const database = connectSqlite(path);
    let count = 0;
    const connection: WritingConnection = {
      exec: (sql) => database.exec(sql),
      prepare: (sql) => {
        const statement = database.prepare(sql);
        const isOurs = !/^(?:begin|savepoint|release|rollback|select)/.test(sql);
        return {
          get: (...values) => statement.get(...values),
          run: (...values) => {
            if (isOurs) count += 1;
            if (isOurs && count === failAt) throw new Error("This statement was made to fail.");
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
