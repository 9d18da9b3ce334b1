import type { DatabaseSync } from "node:sqlite";
import { StoreFault } from "../store-fault.ts";
import { migrations } from "./migrations.ts";

/** Marks a file as ours: the letters TOMS. */
const applicationId = 0x54_4f_4d_53;

/** As much of a connection as a migration needs. */
export type MigratingConnection = Pick<DatabaseSync, "exec" | "prepare" | "isTransaction">;

/** Brings a database to the newest schema; two processes that start at once take turns. */
export function migrateSqlite(database: MigratingConnection, path: string): void {
  database.exec("begin immediate");
  try {
    judgeSqlite(database, path);
    const version = readPragma(database, "user_version");
    for (const statement of migrations.slice(version).flat()) database.exec(statement);
    database.exec(`pragma application_id = ${applicationId}`);
    database.exec(`pragma user_version = ${migrations.length}`);
    database.exec("commit");
  } catch (failure) {
    // A disk that is full has ended the transaction already.
    if (database.isTransaction) database.exec("rollback");
    throw failure;
  }
}

/** Refuses what another program, or a newer version of this one, has made. */
export function judgeSqlite(database: Pick<DatabaseSync, "prepare">, path: string): void {
  const version = readPragma(database, "user_version");
  const isOurs = readPragma(database, "application_id") === applicationId;
  const isEmpty = database.prepare("select 1 from sqlite_schema limit 1").get() === undefined;
  if (!isOurs && !isEmpty) {
    throw new StoreFault(
      "of-another-program",
      `${path} is the database of another program; name another file.`,
    );
  }
  if (version > migrations.length) {
    throw new StoreFault(
      "newer-version",
      `${path} was written by a newer version (schema ${version}, this one knows ${migrations.length}); use that version.`,
    );
  }
}

function readPragma(database: Pick<DatabaseSync, "prepare">, name: string): number {
  const row = database.prepare(`pragma ${name}`).get();
  return Number(row?.[name]);
}
