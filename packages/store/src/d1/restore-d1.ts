import type { BackupRow } from "@trading-oms/brokerage/ports";
import { fixedTables } from "../backup-tables.ts";
import { chunkRows } from "../chunk-rows.ts";
import { judgeRestore } from "../sqlite/judge-restore.ts";
import { restoreStatements } from "../sqlite/restore-statements.ts";
import type { D1Binding } from "./d1-binding.ts";
import { d1Place } from "./d1-place.ts";
import { insertRows } from "./insert-rows.ts";
import { runStatement, runStatements, spreadStatements } from "./run-statements.ts";

/** Fills an empty database from a backup; one that did not come to its end is known by its mark. */
export async function restoreD1(binding: D1Binding, rows: AsyncIterable<BackupRow>): Promise<void> {
  await runStatements(binding, spreadStatements(restoreStatements.begin)).catch(async (failure: unknown) => {
    const [found] = await runStatement(binding, restoreStatements.look);
    if (found !== undefined) judgeRestore(found, d1Place);
    throw failure;
  });
  for await (const { table, rows: chunk } of chunkRows(rows)) {
    const verb = fixedTables.includes(table) ? "insert or replace" : "insert";
    await runStatements(binding, insertRows(verb, table, chunk));
  }
  await runStatements(binding, spreadStatements(restoreStatements.end));
}
