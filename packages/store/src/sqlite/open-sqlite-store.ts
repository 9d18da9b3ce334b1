import { resolve } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import type { BackupRow, Store } from "@trading-oms/brokerage/ports";
import { backupQueryOf, backupTables } from "../sql/backup.ts";
import { numberOf, type Row } from "../sql/rows.ts";
import { migrations } from "../sqlite-d1/schema.ts";
import { judgeMark, lookForRestore, type SharedDatabase, sharedStoreOf } from "../sqlite-d1/shared-store.ts";
import { boundOf, type QueryName, queries, type SqlValue } from "../sqlite-d1/statements.ts";
import { workBehind } from "../work-behind.ts";
import type { Durability } from "./connect.ts";
import { explainSqliteError, explainSqliteFailure, isConstraintFailure } from "./failures.ts";
import { openFile, placeOf } from "./open-file.ts";
import type { WriterChannel } from "./writer.ts";
import { GroupCommit, startWriterThread } from "./writer-thread.ts";

/** How a store on SQLite is opened. */
export type SqliteSettings = {
  readonly path: string;
  /** `full` where nothing is said; anything else is for data that nobody will miss, such as a bench's. */
  readonly durability?: Durability | undefined;
  /** Starts what writes; a thread of its own where nothing is said. */
  readonly startWriter?: ((path: string) => WriterChannel) | undefined;
  /** Has the file checked before it is used, and takes the tables that were left out for the sake of time. */
  readonly tellUnchecked?: ((tables: readonly string[]) => void) | undefined;
};

/**
 * Opens the store on a file, which is made where there is none and brought to the newest schema. It reads on a connection
 * of its own, and writes by way of the writer.
 *
 * @throws StoreFault where the file can't be used, with what to do about it
 */
export async function openSqliteStore(settings: SqliteSettings): Promise<Store> {
  const { path, durability, tellUnchecked } = settings;
  const { startWriter = (each: string) => startWriterThread(each, durability) } = settings;
  const file = resolve(path);
  const reader = new Reader(file, await openFile(file, tellUnchecked));
  const writer = startWriter(file);
  const group = new GroupCommit(writer, (failure) => explainSqliteFailure(file, failure));
  const behind = workBehind();
  const database: SharedDatabase = {
    place: placeOf(file),
    ask: async (name, ...values) => reader.all(queries[name], ...boundOf(values)),
    read: async (text, ...values) => reader.all(text, ...values),
    run: async (statements) => {
      const answer = await writer.ask({ kind: "statements", statements });
      if ("failure" in answer) throw explainSqliteFailure(file, answer.failure);
    },
    rest: (milliseconds) => setTimeout(milliseconds),
    leaveBehind: behind.begin,
  };
  let closing: Promise<void> | undefined;
  return {
    ...sharedStoreOf(database),
    commit: (change) =>
      group.commit(change).catch(async (failure: unknown) => {
        judgeMark(await lookForRestore(database), database.place);
        // The number of a new user may have been claimed before a restore, and belong to somebody of the backup. The
        // writer has let go of such numbers now.
        if (change.expectedVersion === 0 && isConstraintFailure(failure)) return group.commit(change);
        throw failure;
      }),
    backUp: () => backUp(file),
    describe: async () => {
      const counts = Object.keys(backupTables).map((table) => {
        const [row = {}] = reader.all(`select count(*) as count from ${table}`);
        return [table, numberOf(row, "count")] as const;
      });
      const rowCounts = Object.fromEntries(counts);
      return { engine: "sqlite", schemaVersion: migrations.length, rowCounts };
    },
    close: () => {
      closing ??= close();
      return closing;
    },
  };

  async function close(): Promise<void> {
    await group.finish();
    await behind.settle();
    await writer.close();
    reader.close();
  }
}

/** What is read in pages and holds nothing but texts, counts and times: a page of bigints takes twice as long. */
const namesReadAsNumbers: readonly QueryName[] = [
  "notifications",
  "changes",
  "changesOfShard",
  "outcomesAfter",
  "quotesOf",
  "quotes",
  "quotesSince",
];

const textsReadAsNumbers = new Set(namesReadAsNumbers.map((name) => queries[name]));

/** Reads on one connection. Each statement is prepared once, and what SQLite throws is explained. */
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

/** Reads every row in one read transaction of its own connection, so that writers go on and the rows fit together. */
async function* backUp(path: string): AsyncGenerator<BackupRow> {
  const database = new DatabaseSync(path, { timeout: 10_000 });
  try {
    database.exec("begin");
    for (const table of Object.keys(backupTables)) {
      const rows = database.prepare(backupQueryOf(table));
      for (const row of rows.iterate()) yield { table, row };
    }
    database.exec("commit");
  } catch (failure) {
    throw explainSqliteError(path, failure);
  } finally {
    database.close();
  }
}
