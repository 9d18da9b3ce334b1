import { backupTables } from "../backup-tables.ts";
import { numberOf } from "../read-row.ts";
import type { D1Binding } from "./d1-binding.ts";
import { runStatements } from "./run-statements.ts";

/** Counts the rows of each table, all at one moment. */
export async function countRows(binding: D1Binding): Promise<Readonly<Record<string, number>>> {
  const tables = Object.keys(backupTables);
  const results = await runStatements(
    binding,
    tables.map((table) => ({ sql: `select count(*) as count from ${table}`, values: [] })),
  );
  return Object.fromEntries(
    tables.map((table, index) => [table, numberOf(results[index]?.[0] ?? {}, "count")]),
  );
}
