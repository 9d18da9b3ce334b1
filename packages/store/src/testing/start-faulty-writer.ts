import { connectSqlite } from "../sqlite/connect.ts";
import { SqliteWriter, type WriterChannel, type WritingConnection } from "../sqlite/writer.ts";

/** Starts a writer, on this thread, before whose every statement `strike` is called, which may throw. */
export function startFaultyWriter(strike: () => void): (path: string) => WriterChannel {
  return (path) => {
    const database = connectSqlite(path);
    const writer = new SqliteWriter(makeFaultyConnection(database, strike));
    return {
      ask: async (request) => writer.answer(request),
      close: async () => database.close(),
    };
  };
}

/** A connection before whose every statement `strike` is called. */
export function makeFaultyConnection(
  database: WritingConnection,
  strike: (sql: string) => void,
): WritingConnection {
  return {
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        get: (...values) => {
          strike(sql);
          return statement.get(...values);
        },
        run: (...values) => {
          strike(sql);
          return statement.run(...values);
        },
      };
    },
  };
}
