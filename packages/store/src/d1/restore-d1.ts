import type { BackupRow } from "@trading-oms/brokerage/ports";
import { fixedTables, tellingTables } from "../backup-tables.ts";
import { chunkRows } from "../chunk-rows.ts";
import { StoreFault } from "../store-fault.ts";
import { unfinishedRestore } from "../unfinished-restore.ts";
import type { D1Binding } from "./d1-binding.ts";
import { insertRows } from "./insert-rows.ts";
import { runStatement, runStatements } from "./run-statements.ts";

/** Fills an empty database from a backup; one that did not come to its end is known by its mark. */
export async function restoreD1(binding: D1Binding, rows: AsyncIterable<BackupRow>): Promise<void> {
  await judgeEmpty(binding);
  await runStatement(binding, "insert or replace into change_counter values (?, 1)", unfinishedRestore);
  for await (const { table, rows: chunk } of chunkRows(rows)) {
    const verb = fixedTables.includes(table) ? "insert or replace" : "insert";
    await runStatements(binding, insertRows(verb, table, chunk));
  }
  await runStatement(binding, "delete from change_counter where name = ?", unfinishedRestore);
}

async function judgeEmpty(binding: D1Binding): Promise<void> {
  const results = await runStatements(
    binding,
    tellingTables.map((table) => ({ sql: `select 1 from ${table} limit 1`, values: [] })),
  );
  const table = tellingTables.find((_, index) => (results[index] ?? []).length > 0);
  if (table === undefined) return;
  throw new StoreFault(
    "not-empty",
    `There is something in the database already (${table}); restore into a new one.`,
  );
}
