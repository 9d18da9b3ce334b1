import { connectSqlite } from "../../sqlite/connect.ts";
import { SqliteWriter, type WriterChannel, type WritingConnection } from "../../sqlite/writer.ts";

/** Starts a writer on this thread. `beforeStatement` is called before each statement and may throw. */
export function startFaultyWriter(beforeStatement: () => void): (path: string) => WriterChannel {
  return (path) => {
    const database = connectSqlite(path);
    const writer = new SqliteWriter(makeFaultyConnection(database, beforeStatement));
    return {
      ask: async (request) => writer.answer(request),
      close: async () => database.close(),
    };
  };
}

/** A connection that calls `beforeStatement` before each statement. */
export function makeFaultyConnection(
  database: WritingConnection,
  beforeStatement: (sql: string) => void,
): WritingConnection {
  return {
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        get: (...values) => {
          beforeStatement(sql);
          return statement.get(...values);
        },
        run: (...values) => {
          beforeStatement(sql);
          return statement.run(...values);
        },
      };
    },
  };
}
