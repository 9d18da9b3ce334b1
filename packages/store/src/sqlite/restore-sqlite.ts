import type { BackupRow } from "@trading-oms/brokerage/ports";
import { backupTables, fixedTables } from "../backup-tables.ts";
import { chunkRows } from "../chunk-rows.ts";
import { restoreStatements } from "./restore-statements.ts";
import type { RowsStatement } from "./statement.ts";

/** Fills an empty database from a backup; one that did not come to its end is known by its mark. */
export async function restoreSqlite(
  rows: AsyncIterable<BackupRow>,
  run: (statements: readonly RowsStatement[]) => Promise<void>,
  judge: () => void,
): Promise<void> {
  await run(restoreStatements.begin).catch((failure: unknown) => {
    judge();
    throw failure;
  });
  for await (const { table, rows: chunk } of chunkRows(rows)) {
    const columns = backupTables[table] ?? [];
    const verb = fixedTables.includes(table) ? "insert or replace" : "insert";
    const places = columns.map(() => "?").join(", ");
    await run([{ sql: `${verb} into ${table} (${columns.join(", ")}) values (${places})`, rows: chunk }]);
  }
  await run(restoreStatements.end);
}
