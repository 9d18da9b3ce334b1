import { closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { numberOf, textOf } from "../sql/rows.ts";
import { migrations } from "../sqlite-d1/schema.ts";
import { judgeMark, type Place } from "../sqlite-d1/shared-store.ts";
import { queries } from "../sqlite-d1/statements.ts";
import { StoreFault } from "../store-fault.ts";
import { connectSqlite, lockWaitMsMax } from "./connect.ts";
import { explainSqliteError, explainSqliteFailure } from "./failures.ts";

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
    await setTimeout(10);
  }
}

/**
 * Opens a file, which is made where there is none and brought to the newest schema.
 *
 * @throws StoreFault where it can't be used, with what to do about it
 */
export async function openFile(
  file: string,
  tellUnchecked: ((tables: readonly string[]) => void) | undefined,
): Promise<DatabaseSync> {
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
    judgeMark(database.prepare(queries.lookForRestore).get() ?? {}, placeOf(file));
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

/** How a file is spoken of. */
export function placeOf(file: string): Place {
  return { name: file, mend: "remove the file" };
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

/** No table is begun after so long. */
const beginMsMax = 1_000;

/** A table of so many rows takes some 0.1 s; SQLite can't be stopped in the middle of a longer one. */
const rowsMax = 100_000;

const corruptCode = 11;

/**
 * Checks the tables of a file as `pragma quick_check` does, and names those that would have taken too long.
 *
 * @throws StoreFault where one of them is damaged
 */
export function checkQuickly(
  database: Pick<DatabaseSync, "prepare">,
  file: string,
  nowMs: () => number = () => performance.now(),
): string[] {
  const beganMs = nowMs();
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .all()
    .map((row) => textOf(row, "name"));
  return tables.filter((table) => {
    if (nowMs() - beganMs > beginMsMax || isLong(database, table)) return true;
    const [finding] = database.prepare(`pragma quick_check('${table}')`).all();
    const text = finding === undefined ? "" : textOf(finding, "quick_check");
    if (text === "ok") return false;
    throw explainSqliteFailure(file, { message: `${table}: ${text}`, resultCode: corruptCode });
  });
}

function isLong(database: Pick<DatabaseSync, "prepare">, table: string): boolean {
  const row = database
    .prepare(`select count(*) as n from (select 1 from "${table}" limit ${rowsMax + 1})`)
    .get();
  return numberOf(row ?? {}, "n") > rowsMax;
}
