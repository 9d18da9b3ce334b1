import { connectSqlite } from "../sqlite/connect.ts";
import { SqliteWriter, type WriterChannel } from "../sqlite/writer.ts";

/** A writer whose disk can be made full. */
export type CrampedWriter = {
  readonly start: (path: string) => WriterChannel;
  /** From now on the file may grow by so many pages. */
  readonly leavePages: (count: number) => void;
};

/** A writer on this thread that finds room for as many pages more, and for all until it is told. */
export function makeCrampedWriter(): CrampedWriter {
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
    leavePages: (count) => {
      const row = database?.prepare("pragma page_count").get();
      database?.exec(`pragma max_page_count = ${Number(row?.["page_count"]) + count}`);
    },
  };
}
