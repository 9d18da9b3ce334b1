import { closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Store } from "@trading-oms/brokerage/ports";
import { StoreFault } from "../store-fault.ts";
import { checkQuickly } from "./check-quickly.ts";
import { connectSqlite, type Durability, lockWaitMsMax } from "./connect-sqlite.ts";
import { explainSqliteError } from "./explain-sqlite-failure.ts";
import { judgeMark, placeOf } from "./judge-restore.ts";
import { judgeSqlite, migrateSqlite } from "./migrate-sqlite.ts";
import { rest } from "./rest.ts";
import { restoreStatements } from "./restore-statements.ts";
import { SqliteStore } from "./sqlite-store.ts";
import type { WriterChannel } from "./writer.ts";
import { startWriterThread } from "./writer-thread.ts";

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
 * Opens the store on a file, which is made where there is none and brought to the newest schema.
 *
 * @throws StoreFault where the file can't be used, with what to do about it
 */
export async function openSqliteStore(settings: SqliteSettings): Promise<Store> {
  const { path, durability, startWriter, tellUnchecked } = settings;
  const file = resolve(path);
  const reader = await open(file, tellUnchecked);
  return new SqliteStore(
    file,
    reader,
    (startWriter ?? ((each) => startWriterThread(each, durability)))(file),
  );
}

/** As long as another process may take to begin the file that it has just made. */
const beginningMsMax = 5_000;

/** A file that is there and holds nothing may be one whose content was lost, which must not be begun anew in silence. */
async function refuseEmpty(file: string): Promise<void> {
  const deadlineMs = performance.now() + beginningMsMax;
  while (statSync(file, { throwIfNoEntry: false })?.size === 0) {
    if (performance.now() > deadlineMs) {
      throw new StoreFault(
        "empty-file",
        `${file} is empty: its content may have been lost. Restore a backup; to begin with nothing, remove the file.`,
      );
    }
    await rest(10);
  }
}

async function open(file: string, tellUnchecked: SqliteSettings["tellUnchecked"]): Promise<DatabaseSync> {
  let database: DatabaseSync | undefined;
  try {
    await refuseEmpty(file);
    // It holds what is other people's business: nobody but this account reads what is made here.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, "a", 0o600));
    judgeBefore(file);
    database = connectSqlite(file);
    if (tellUnchecked !== undefined) tellUnchecked(checkQuickly(database, file));
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

const notADatabaseCode = 26;

function explain(file: string, failure: unknown): unknown {
  if (failure instanceof StoreFault || !(failure instanceof Error)) return failure;
  if ("errcode" in failure && typeof failure.errcode === "number") {
    if (failure.errcode % 256 === notADatabaseCode) {
      return new StoreFault(
        "not-a-database",
        `${file} is not a database; name another file, or move it away.`,
      );
    }
    return explainSqliteError(file, failure);
  }
  const code = "code" in failure ? String(failure.code) : "";
  if (["ENOSPC", "EDQUOT"].includes(code)) {
    return new StoreFault(
      "disk-full",
      `There is no room left for ${file}. Make room and try again.`,
      failure,
    );
  }
  if (["EACCES", "EROFS", "EPERM", "ENOTDIR", "EEXIST", "EISDIR", "ENOENT"].includes(code)) {
    return new StoreFault(
      "not-writable",
      `The folder of ${file} can't be made or written; name another.`,
      failure,
    );
  }
  return failure;
}
