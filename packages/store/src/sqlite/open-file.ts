import { closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { sqliteConversionFrom } from "../sql/conversions.ts";
import { numberOf, textOf } from "../sql/rows.ts";
import { checkSchemaVersion, schemaVersion } from "../sql/schema-version.ts";
import { schema } from "../sqlite-d1/schema.ts";
import { type DatabaseLabel, rejectUnfinishedRestore } from "../sqlite-d1/shared-store.ts";
import { queries } from "../sqlite-d1/statements.ts";
import { noSchema, StoreFault } from "../store-fault.ts";
import { connectSqlite, lockWaitMsMax } from "./connect.ts";
import { explainSqliteError, explainSqliteFailure, primaryCodeOf, readFailure } from "./failures.ts";

/** How long another process may take to write the first page of a file that it has just created. */
const emptyFileMsMax = 5_000;

/** Refuses an empty file, because its content may have been lost; a new database in it would hide that. */
async function rejectEmpty(file: string): Promise<void> {
  const deadlineMs = performance.now() + emptyFileMsMax;
  while (statSync(file, { throwIfNoEntry: false })?.size === 0) {
    if (performance.now() > deadlineMs) {
      throw new StoreFault(
        "empty_file",
        `${file} is empty: its content may have been lost. Restore a backup; to begin with nothing, remove the file.`,
      );
    }
    await setTimeout(10);
  }
}

export type OpenFileSettings = {
  /** Whether a missing file and its schema are created. Default: true. */
  readonly mayCreate?: boolean | undefined;
  /** Told in words that a file of an earlier schema is converted. Without it such a file is refused. */
  readonly onConversion?: ((what: string) => void) | undefined;
  /** Checks the file before use. Receives the tables that were skipped to save time. */
  readonly onUncheckedTables?: ((tables: readonly string[]) => void) | undefined;
};

/**
 * Opens a file, and creates it with the schema if it does not exist and may be created.
 *
 * @throws StoreFault if the file can't be used; the message says what to do
 */
export async function openFile(
  file: string,
  { mayCreate = true, onConversion, onUncheckedTables }: OpenFileSettings,
): Promise<DatabaseSync> {
  let database: DatabaseSync | undefined;
  try {
    if (!mayCreate && !existsSync(file)) throw noSchema(`There is no database ${file}`);
    await rejectEmpty(file);
    // Only this account may read the file, because it holds personal data.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, "a", 0o600));
    const found = checkBeforeWriting(file, onConversion !== undefined);
    if (found === undefined && !mayCreate) throw noSchema(`The database ${file} has no schema`);
    if (found !== undefined && found < schemaVersion)
      onConversion?.(`${file} from schema ${found} to ${schemaVersion}`);
    database = connectSqlite(file);
    if (onUncheckedTables !== undefined) onUncheckedTables(checkQuickly(database, file));
    createSqliteSchema(database, file);
    rejectUnfinishedRestore(database.prepare(queries.restoreState).get() ?? {}, labelOf(file));
    return database;
  } catch (failure) {
    database?.close();
    throw explain(file, failure);
  }
}

/** Checks a file on a read-only connection, so that an unsuitable file stays unchanged. Returns its schema version. */
function checkBeforeWriting(file: string, canConvert: boolean): number | undefined {
  const database = new DatabaseSync(file, { readOnly: true, timeout: lockWaitMsMax });
  try {
    return readSchemaVersion(database, file, canConvert);
  } finally {
    database.close();
  }
}

export function labelOf(file: string): DatabaseLabel {
  return { name: file, remedy: "remove the file" };
}

const notADatabaseCode = 26;

const noSpace = /^(?:ENOSPC|EDQUOT)$/;

const unusableFolder = /^(?:EACCES|EROFS|EPERM|ENOTDIR|EEXIST|EISDIR|ENOENT|ELOOP|ENAMETOOLONG|EIO)$/;

function explain(file: string, failure: unknown): unknown {
  if (failure instanceof StoreFault || !(failure instanceof Error)) return failure;
  if (primaryCodeOf(readFailure(failure)) === notADatabaseCode) {
    return new StoreFault("not_a_database", `${file} is not a database; name another file, or move it away.`);
  }
  const code = "code" in failure ? String(failure.code) : "";
  if (noSpace.test(code)) {
    return new StoreFault(
      "disk_full",
      `There is no room left for ${file}. Make room and try again.`,
      failure,
    );
  }
  if (unusableFolder.test(code)) {
    return new StoreFault(
      "not_writable",
      `The folder of ${file} can't be created or written; name another.`,
      failure,
    );
  }
  return explainSqliteError(file, failure);
}

/** Identifies our files: the letters TOMS. */
const applicationId = 0x54_4f_4d_53;

/** The part of a connection that creating the schema needs. */
export type SchemaConnection = Pick<DatabaseSync, "exec" | "prepare" | "isTransaction">;

/**
 * Creates the schema in an empty database, or converts an earlier one, in one transaction. The write lock serializes processes that start at the same
 * time.
 */
export function createSqliteSchema(database: SchemaConnection, path: string): void {
  database.exec("begin immediate");
  try {
    const found = readSchemaVersion(database, path, true);
    for (const statement of found === undefined ? schema : sqliteConversionFrom(found))
      database.exec(statement);
    if (found === undefined) database.exec(`pragma application_id = ${applicationId}`);
    if (found !== schemaVersion) database.exec(`pragma user_version = ${schemaVersion}`);
    database.exec("commit");
  } catch (failure) {
    // A full disk has already ended the transaction.
    if (database.isTransaction) database.exec("rollback");
    throw failure;
  }
}

/** One statement, so one snapshot. Between separate reads another process could create the file, which then looks like another program's. */
const schemaQuery = `select application_id, user_version, not exists (select 1 from sqlite_schema) as is_empty
  from pragma_application_id, pragma_user_version`;

/** The schema version of a database; undefined for an empty one. Throws if another program or an unsuitable version wrote it. */
export function readSchemaVersion(
  database: Pick<DatabaseSync, "prepare">,
  path: string,
  canConvert: boolean,
): number | undefined {
  const found = database.prepare(schemaQuery).get() ?? {};
  if (found["is_empty"] === 1) return undefined;
  if (found["application_id"] !== applicationId) {
    throw new StoreFault(
      "of_another_program",
      `${path} is the database of another program; name another file.`,
    );
  }
  const version = numberOf(found, "user_version");
  checkSchemaVersion(path, version, canConvert ? "allowed" : undefined);
  return version;
}

/** No check of a table starts later than this. */
const checkStartMsMax = 1_000;

/** The check of a table of this size takes about 0.1 s. Larger ones are skipped, because a check can't be interrupted. */
const rowsMax = 100_000;

const corruptCode = 11;

/**
 * Checks the tables of a file with `pragma quick_check`. Returns the tables that were skipped to save time.
 *
 * @throws StoreFault if a table is damaged
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
    if (nowMs() - beganMs > checkStartMsMax || isLargeTable(database, table)) return true;
    const [finding] = database.prepare(`pragma quick_check('${table}')`).all();
    const text = finding === undefined ? "" : textOf(finding, "quick_check");
    if (text === "ok") return false;
    throw explainSqliteFailure(file, { message: `${table}: ${text}`, resultCode: corruptCode });
  });
}

function isLargeTable(database: Pick<DatabaseSync, "prepare">, table: string): boolean {
  const row = database
    .prepare(`select count(*) as n from (select 1 from "${table}" limit ${rowsMax + 1})`)
    .get();
  return numberOf(row ?? {}, "n") > rowsMax;
}
