import { connectSqlite } from "../sqlite/connect.ts";
import { SqliteWriter, type WriterChannel } from "../sqlite/writer.ts";

/** A writer with a limit for the size of its file, to simulate a full disk. */
export type LimitedWriter = {
  readonly start: (path: string) => WriterChannel;
  /** Lets the file grow by this many more pages. */
  readonly allowPages: (count: number) => void;
};

/** Creates a writer on this thread, without a limit at first. */
export function makeLimitedWriter(): LimitedWriter {
  let database: ReturnType<typeof connectSqlite> | undefined;
  return {
    start: (path) => {
      const connection = connectSqlite(path);
      database = connection;
      const writer = new SqliteWriter(connection);
      return {
        ask: async (request) => writer.answer(request),
        close: async () => connection.close(),
      };
    },
    allowPages: (count) => {
      const row = database?.prepare("pragma page_count").get();
      database?.exec(`pragma max_page_count = ${Number(row?.["page_count"]) + count}`);
    },
  };
}
