import type { DatabaseSync } from "node:sqlite";
import { numberOf } from "../read-row.ts";
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
    const version = judgeSqlite(database, path);
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

/** One statement and so of one moment: read one after the other, a file that others make meanwhile looks foreign. */
const look = `select application_id, user_version, not exists (select 1 from sqlite_schema) as is_empty
  from pragma_application_id, pragma_user_version`;

/** Refuses what another program, or a newer version of this one, has made; gives the step that its schema is at. */
export function judgeSqlite(database: Pick<DatabaseSync, "prepare">, path: string): number {
  const found = database.prepare(look).get() ?? {};
  const version = numberOf(found, "user_version");
  const isOurs = found["application_id"] === applicationId;
  const isEmpty = found["is_empty"] === 1;
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
  return version;
}
