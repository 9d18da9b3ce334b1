import type { BackupRow } from "@trading-oms/brokerage/ports";
import { addedColumns, backupTables } from "./backup-tables.ts";
import type { SqlValue } from "./sqlite/statement.ts";
import { StoreFault } from "./store-fault.ts";

/** Rows of one table, in the order of its columns. */
export type RestoredChunk = { readonly table: string; readonly rows: readonly (readonly SqlValue[])[] };

const rowsInChunkMax = 1_000;

/** Gathers the rows of a backup into chunks of one table each; anything that no backup of ours holds is a fault. */
export async function* chunkRows(rows: AsyncIterable<BackupRow>): AsyncGenerator<RestoredChunk> {
  let table = "";
  let gathered: SqlValue[][] = [];
  for await (const { table: next, row } of rows) {
    if (gathered.length > 0 && (next !== table || gathered.length === rowsInChunkMax)) {
      yield { table, rows: gathered };
      gathered = [];
    }
    table = next;
    gathered.push(readValues(next, row));
  }
  if (gathered.length > 0) yield { table, rows: gathered };
}

function readValues(table: string, row: BackupRow["row"]): SqlValue[] {
  const columns = backupTables[table];
  if (columns === undefined)
    throw new StoreFault("broken-backup", `The backup has a table ${table}, which is unknown.`);
  return columns.map((column) => {
    const value = row[column] ?? addedColumns[table]?.[column];
    // Null is only what a column that was added later has where it says nothing.
    if (value === null || typeof value === "string" || Number.isSafeInteger(value)) return value as SqlValue;
    throw new StoreFault("broken-backup", `A row of ${table} in the backup has no ${column}.`);
  });
}
