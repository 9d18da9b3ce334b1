import { DatabaseSync } from "node:sqlite";
import type { BackupRow } from "@trading-oms/brokerage/ports";
import { backupQueryOf, backupTables } from "../backup-tables.ts";
import { explainSqliteError } from "./explain-sqlite-failure.ts";

/** Reads every row in one read transaction of its own connection, so that writers go on and the rows fit together. */
export async function* backUpSqlite(path: string): AsyncGenerator<BackupRow> {
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
