import type { DatabaseSync } from "node:sqlite";
import type { BackupRow } from "@trading-oms/brokerage/ports";
import { backupTables, fixedTables, tellingTables } from "../backup-tables.ts";
import { chunkRows } from "../chunk-rows.ts";
import { StoreFault } from "../store-fault.ts";
import { unfinishedRestore } from "../unfinished-restore.ts";
import type { RowsStatement } from "./statement.ts";

/** Fills an empty database from a backup; one that did not come to its end is known by its mark. */
export async function restoreSqlite(
  rows: AsyncIterable<BackupRow>,
  reader: DatabaseSync,
  run: (statements: readonly RowsStatement[]) => Promise<void>,
): Promise<void> {
  await begin(reader, run);
  for await (const { table, rows: chunk } of chunkRows(rows)) {
    const columns = backupTables[table] ?? [];
    const verb = fixedTables.includes(table) ? "insert or replace" : "insert";
    const places = columns.map(() => "?").join(", ");
    await run([{ sql: `${verb} into ${table} (${columns.join(", ")}) values (${places})`, rows: chunk }]);
  }
  await run([{ sql: "delete from change_counter where name = ?", rows: [[unfinishedRestore]] }]);
}

/** Looks and marks in one transaction; from then on, every process refuses changes until the end. */
async function begin(
  reader: DatabaseSync,
  run: (statements: readonly RowsStatement[]) => Promise<void>,
): Promise<void> {
  const isEmpty = tellingTables.map((table) => `not exists (select 1 from ${table})`).join(" and ");
  try {
    await run([
      {
        sql: `insert or replace into change_counter select ?, 1 where ${isEmpty}`,
        rows: [[unfinishedRestore]],
      },
      { sql: "insert into commit_guard (account_version_held) select null where changes() = 0", rows: [[]] },
    ]);
  } catch (failure) {
    if (reader.prepare(`select 1 where ${isEmpty}`).get() !== undefined) throw failure;
    throw new StoreFault("not-empty", "There is something in the database already; restore into a new one.");
  }
}
