import type { DatabaseSync } from "node:sqlite";
import { numberOf, textOf } from "../read-row.ts";
import { explainSqliteFailure } from "./explain-sqlite-failure.ts";

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
