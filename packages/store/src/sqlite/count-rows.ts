import { backupTables } from "../backup-tables.ts";
import { numberOf, type Row } from "../read-row.ts";

/** Counts the rows of each table. */
export function countRows(get: (sql: string) => Row | undefined): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(backupTables)) {
    const row = get(`select count(*) as count from ${table}`);
    counts[table] = row === undefined ? 0 : numberOf(row, "count");
  }
  return counts;
}
