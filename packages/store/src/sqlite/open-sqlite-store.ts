import { resolve } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import type { BackupRow, Change, CommitOutcome, DurableStore } from "@trading-oms/brokerage/ports";
import { trackBackgroundWork } from "../background-work.ts";
import { backupQueryOf } from "../sql/backup.ts";
import { numberOf } from "../sql/rows.ts";
import { schemaVersion } from "../sql/schema-version.ts";
import type { Row, SqlValue } from "../sql/table.ts";
import { backupTables } from "../sql/tables.ts";
import {
  readRestoreState,
  rejectUnfinishedRestore,
  type SharedDatabase,
  sharedStoreOf,
} from "../sqlite-d1/shared-store.ts";
import { type QueryName, queries, toBindValues } from "../sqlite-d1/statements.ts";
import type { Durability } from "./connect.ts";
import { explainSqliteError, explainSqliteFailure, isConstraintFailure } from "./failures.ts";
import { labelOf, type OpenFileSettings, openFile } from "./open-file.ts";
import type { WriterChannel } from "./writer.ts";
import { GroupCommit, startWriterThread } from "./writer-thread.ts";

/** Settings of a store on SQLite. */
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
  const reader = new Reader(file, await openFile(file, settings));
  const writer = startWriter(file);
  const group = new GroupCommit(writer, (failure) => explainSqliteFailure(file, failure));
  const background = trackBackgroundWork();
  const database: SharedDatabase = {
    label: labelOf(file),
    query: async (name, ...values) => reader.all(queries[name], ...toBindValues(values)),
    read: async (text, ...values) => reader.all(text, ...values),
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
    countRows: async () => {
      const counts = backupTables.map(({ name }) => {
        const [row = {}] = reader.all(`select count(*) as count from ${name}`);
        return [name, numberOf(row, "count")] as const;
      });
      return Object.fromEntries(counts);
    },
    close: () => {
      closing ??= close();
      return closing;
    },
  };

  async function commit(change: Change): Promise<CommitOutcome> {
    try {
      return await group.commit(change);
    } catch (failure) {
      rejectUnfinishedRestore(await readRestoreState(database), database.label);
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
    reader.close();
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

/** Reads on one connection, with a cache of prepared statements. */
class Reader {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(path: string, database: DatabaseSync) {
    this.#path = path;
    this.#database = database;
  }

  all(sql: string, ...values: readonly SqlValue[]): Row[] {
    try {
      return this.#prepare(sql).all(...values);
    } catch (failure) {
      throw explainSqliteError(this.#path, failure);
    }
  }

  close(): void {
    this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    let prepared = this.#prepared.get(sql);
    if (prepared === undefined) {
      prepared = this.#database.prepare(sql);
      prepared.setReadBigInts(!textsReadAsNumbers.has(sql));
      this.#prepared.set(sql, prepared);
    }
    return prepared;
  }
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
