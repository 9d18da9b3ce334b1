import { backupTables } from "../backup-tables.ts";
import { numberOf } from "../read-row.ts";
import type { PostgresqlClient } from "./postgresql-client.ts";

/** Counts the rows of each table. */
export async function countRows(client: PostgresqlClient): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(backupTables)) {
    const { rows } = await client.query({ text: `select count(*) as count from ${table}` });
    counts[table] = rows[0] === undefined ? 0 : numberOf(rows[0], "count");
  }
  return counts;
}
