import { resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import type { BackupRow, Change, CommitOutcome, DurableStore } from "@trading-oms/brokerage/ports";
import { trackBackgroundWork } from "../background-work.ts";
import { backupQueryOf } from "../sql/backup.ts";
import { schemaVersion } from "../sql/schema-version.ts";
import type { Row, SqlValue } from "../sql/table.ts";
import { backupTables } from "../sql/tables.ts";
import { checkRestore, type SharedDatabase, sharedStoreOf } from "../sqlite-d1/shared-store.ts";
import { type QueryName, queries } from "../sqlite-d1/statements.ts";
import type { Durability } from "./connect.ts";
import { explainSqliteError, explainSqliteFailure, isConstraintFailure } from "./failures.ts";
import { labelOf, type OpenFileSettings, openFile } from "./open-file.ts";
import { prepareOnce } from "./prepare-once.ts";
import type { WriterChannel } from "./writer.ts";
import { GroupCommit, startWriterThread } from "./writer-thread.ts";

export type SqliteSettings = OpenFileSettings & {
  readonly path: string;
  /** Default: `full`. Use `none` only for expendable data, such as that of a bench. */
  readonly durability?: Durability | undefined;
  /** Starts the writer. Default: in a separate thread. */
  readonly startWriter?: ((path: string) => WriterChannel) | undefined;
};

/**
 * Opens a store on a file, and creates the file with the schema if it does not exist and may be created. Reads and writes use separate
 * connections.
 *
 * @throws StoreFault if the file can't be used; the message says what to do
 */
export async function openSqliteStore(settings: SqliteSettings): Promise<DurableStore> {
  const { path, durability } = settings;
  const { startWriter = (each: string) => startWriterThread(each, durability) } = settings;
  const file = resolve(path);
  const connection = await openFile(file, settings);
  const read = readerOf(file, connection);
  const writer = startWriter(file);
  const group = new GroupCommit(writer, (failure) => explainSqliteFailure(file, failure));
  const background = trackBackgroundWork();
  const database: SharedDatabase = {
    label: labelOf(file),
    read: async (sql, ...values) => read(sql, ...values),
    run: async (statements) => {
      const answer = await writer.ask({ kind: "statements", statements });
      if ("failure" in answer) throw explainSqliteFailure(file, answer.failure);
    },
    pause: (milliseconds) => setTimeout(milliseconds),
    runInBackground: background.run,
    commit,
  };
  let closing: Promise<void> | undefined;
  return {
    ...sharedStoreOf(database),
    commit,
    backUp: () => backUp(file),
    describe: async () => ({ engine: "sqlite", schemaVersion }),
    close: () => {
      closing ??= close();
      return closing;
    },
  };

  async function commit(change: Change): Promise<CommitOutcome> {
    try {
      return await group.commit(change);
    } catch (failure) {
      await checkRestore(database);
      // The new user's number may have been reserved before a restore, and belong to a user of the backup. The writer has
      // dropped its reserved numbers by now, so a second attempt takes a fresh one.
      if (change.expectedVersion === 0 && isConstraintFailure(failure)) return group.commit(change);
      throw failure;
    }
  }

  async function close(): Promise<void> {
    await group.finish();
    await background.finish();
    await writer.close();
    connection.close();
  }
}

/** Queries of pages without money. Their integers are read as numbers, because a page of bigints takes twice as long. */
const namesReadAsNumbers: readonly QueryName[] = [
  "notifications",
  "changes",
  "changesOfShard",
  "outcomesAfter",
  "poll",
  "quotesOf",
  "quotes",
  "quotesSince",
];

const textsReadAsNumbers = new Set(namesReadAsNumbers.map((name) => queries[name]));

/** Reads all rows of a query on one connection. */
function readerOf(
  path: string,
  database: DatabaseSync,
): (sql: string, ...values: readonly SqlValue[]) => Row[] {
  const prepare = prepareOnce((sql) => {
    const prepared = database.prepare(sql);
    prepared.setReadBigInts(!textsReadAsNumbers.has(sql));
    return prepared;
  });
  return (sql, ...values) => {
    try {
      return prepare(sql).all(...values);
    } catch (failure) {
      throw explainSqliteError(path, failure);
    }
  };
}

/** Reads every row in one transaction of a separate connection: a consistent snapshot that does not block writers. */
async function* backUp(path: string): AsyncGenerator<BackupRow> {
  const database = new DatabaseSync(path, { timeout: 10_000 });
  try {
    database.exec("begin");
    for (const table of backupTables) {
      const rows = database.prepare(backupQueryOf(table));
      for (const row of rows.iterate()) yield { table: table.name, row };
    }
    database.exec("commit");
  } catch (failure) {
    throw explainSqliteError(path, failure);
  } finally {
    database.close();
  }
}
