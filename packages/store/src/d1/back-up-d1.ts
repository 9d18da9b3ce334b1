import type { BackupRow } from "@trading-oms/brokerage/ports";
import { backupQueryOf, backupTables } from "../backup-tables.ts";
import { StoreFault } from "../store-fault.ts";
import { countRows } from "./count-rows.ts";
import type { D1Binding } from "./d1-binding.ts";
import { runStatements } from "./run-statements.ts";

/** Some 450 bytes of JSON a row, and as much again for what is made of it, out of the 128 MB of an isolate. */
const rowsMax = 50_000;
/** A quote is as long as so many other rows. */
const rowsInQuote = 3;

/**
 * Reads every row, all of one moment.
 *
 * D1 keeps no moment from one call to the next, so all tables are read in one batch and held in memory. A database for
 * which that is too much is refused rather than read part by part, which would give rows that never stood together.
 */
export async function* backUpD1(binding: D1Binding): AsyncGenerator<BackupRow> {
  const counts = await countRows(binding);
  const count = Object.entries(counts).reduce(
    (sum, [table, each]) => sum + each * (table === "quote" ? rowsInQuote : 1),
    0,
  );
  if (count > rowsMax) {
    throw new StoreFault(
      "too-large",
      `The D1 database has ${count} rows, a quote counted as ${rowsInQuote}, and a backup by way of its binding takes at most ${rowsMax}; use \`wrangler d1 export\` or its time travel.`,
    );
  }
  const tables = Object.keys(backupTables);
  const statements = tables.map((table) => ({ sql: backupQueryOf(table), values: [] }));
  const results = await runStatements(binding, statements);
  for (const [index, table] of tables.entries()) {
    for (const row of results[index] ?? []) yield { table, row };
  }
}
