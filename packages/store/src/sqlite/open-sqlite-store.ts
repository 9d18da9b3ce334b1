import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Store } from "@trading-oms/brokerage/ports";
import { StoreFault } from "../store-fault.ts";
import { connectSqlite, type Durability, lockWaitMsMax } from "./connect-sqlite.ts";
import { explainSqliteFailure } from "./explain-sqlite-failure.ts";
import { judgeMark, placeOf } from "./judge-restore.ts";
import { judgeSqlite, migrateSqlite } from "./migrate-sqlite.ts";
import { restoreStatements } from "./restore-statements.ts";
import { SqliteStore } from "./sqlite-store.ts";
import { startWriterThread } from "./start-writer-thread.ts";
import type { WriterChannel } from "./writer-channel.ts";

/** How a store on SQLite is opened. */
export type SqliteSettings = {
  readonly path: string;
  /** `full` where nothing is said; anything else is for data that nobody will miss, such as a bench's. */
  readonly durability?: Durability | undefined;
  /** Starts what writes; a thread of its own where nothing is said. */
  readonly startWriter?: ((path: string) => WriterChannel) | undefined;
};

/**
 * Opens the store on a file, which is made where there is none and brought to the newest schema.
 *
 * @throws StoreFault where the file can't be used, with what to do about it
 */
export async function openSqliteStore({ path, durability, startWriter }: SqliteSettings): Promise<Store> {
  const file = resolve(path);
  const reader = open(file);
  return new SqliteStore(
    file,
    reader,
    (startWriter ?? ((each) => startWriterThread(each, durability)))(file),
  );
}

function open(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    // It holds what is other people's business: nobody but this account reads what is made here.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, "a", 0o600));
    judgeBefore(file);
    database = connectSqlite(file);
    migrateSqlite(database, file);
    judgeRestore(database, file);
    return database;
  } catch (failure) {
    database?.close();
    throw explain(file, failure);
  }
}

/** Looks at a file before anything is changed in it. */
function judgeBefore(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true, timeout: lockWaitMsMax });
  try {
    judgeSqlite(database, file);
  } finally {
    database.close();
  }
}

function judgeRestore(database: DatabaseSync, file: string): void {
  const found = database.prepare(restoreStatements.look).get();
  if (found !== undefined) judgeMark(found, placeOf(file));
}

function explain(file: string, failure: unknown): unknown {
  if (failure instanceof StoreFault || !(failure instanceof Error)) return failure;
  if ("errcode" in failure && typeof failure.errcode === "number") {
    return explainSqliteFailure(file, { message: failure.message, resultCode: failure.errcode });
  }
  if (
    "code" in failure &&
    ["EACCES", "EROFS", "EPERM", "ENOTDIR", "EEXIST", "EISDIR", "ENOENT"].includes(String(failure.code))
  ) {
    return new StoreFault(
      "not-writable",
      `The folder of ${file} can't be made or written; name another.`,
      failure,
    );
  }
  return failure;
}
