import type { BackupRow } from "@trading-oms/brokerage/ports";
import { backupTables, fixedTables, tellingTables } from "../backup-tables.ts";
import { chunkRows } from "../chunk-rows.ts";
import { StoreFault } from "../store-fault.ts";
import { inTransaction } from "./in-transaction.ts";
import type { PostgresqlClient } from "./postgresql-client.ts";
import { restoreGate } from "./restore-gate.ts";

/** Fills an empty database from a backup, in one transaction. */
export async function restorePostgresql(
  client: PostgresqlClient,
  rows: AsyncIterable<BackupRow>,
): Promise<void> {
  await inTransaction(client, async (query) => {
    await query({ text: restoreGate.shut });
    for (const table of tellingTables) {
      const { rows: found } = await query({ text: `select 1 from ${table} limit 1` });
      if (found.length === 0) continue;
      throw new StoreFault(
        "not-empty",
        `There is something in the database already (${table}); restore into a new one.`,
      );
    }
    for await (const { table, rows: chunk } of chunkRows(rows)) {
      const names = backupTables[table] ?? [];
      const columns = names.join(", ");
      const [key, value] = names;
      const onConflict = fixedTables.includes(table)
        ? ` on conflict (${key}) do update set ${value} = excluded.${value}`
        : "";
      await query({
        text: `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::"${table}", $1)${onConflict}`,
        values: [
          JSON.stringify(
            chunk.map((values) => Object.fromEntries(names.map((name, at) => [name, values[at]]))),
          ),
        ],
      });
    }
  });
}
