import type { BackupRow } from "@trading-oms/brokerage/ports";
import { backupQueryOf, chunkRows, contentTables, fixedTables } from "../sql/backup.ts";
import { type Row, replacementOf } from "../sql/table.ts";
import { backupTables } from "../sql/tables.ts";
import { StoreFault } from "../store-fault.ts";
import { inTransaction, type PostgresqlClient } from "./client.ts";

/** The key of the advisory lock, arbitrary and unlikely to be another program's: the letters TOMR. */
const lockKey = 0x54_4f_4d_52;

/**
 * A lock that excludes writes during a restore. Transaction-level, so that it also works behind a pooler.
 *
 * Changes of existing accounts do not need it: a restore requires an empty database.
 */
export const restoreGate: Readonly<Record<"shut" | "pass", string>> = {
  /** Waits for running writes; later ones are rejected until the restore ends. */
  shut: `select pg_advisory_xact_lock(${lockKey})`,
  /** An expression, true if no restore is running. It then excludes a restore until the transaction ends. */
  pass: `pg_try_advisory_xact_lock_shared(${lockKey})`,
};

/** Restores a backup into an empty database, in one transaction. */
export async function restorePostgresql(
  client: PostgresqlClient,
  rows: AsyncIterable<BackupRow>,
): Promise<void> {
  await inTransaction(client, async (query) => {
    await query({ text: restoreGate.shut });
    for (const table of contentTables) {
      const { rows: found } = await query({ text: `select 1 from ${table} limit 1` });
      if (found.length === 0) continue;
      throw new StoreFault(
        "not_empty",
        `The database is not empty (table ${table}); restore into a new one.`,
      );
    }
    for await (const { table, rows: chunk } of chunkRows(rows)) {
      const { name, names, columns } = table;
      const onConflict = fixedTables.includes(name) ? ` ${replacementOf(table)}` : "";
      const records = chunk.map((values) =>
        Object.fromEntries(columns.map((column, at) => [column.name, values[at]])),
      );
      await query({
        text: `insert into ${name} (${names}) select ${names} from jsonb_populate_recordset(null::"${name}", $1)${onConflict}`,
        values: [JSON.stringify(records)],
      });
    }
  });
}

const rowsAtOnce = 1_000;

/** Reads every row through cursors in one snapshot. Writers are not blocked. */
export async function* backUpPostgresql(client: PostgresqlClient): AsyncGenerator<BackupRow> {
  const session = await openSession(client);
  try {
    // The first query takes the snapshot; `begin` does not.
    await session.run("begin isolation level repeatable read read only");
    await session.run("select 1 from change_counter");
    for (const table of backupTables) {
      await session.run(`declare backup no scroll cursor for ${backupQueryOf(table)}`);
      for (;;) {
        const rows = await session.run(`fetch ${rowsAtOnce} from backup`);
        for (const row of rows) yield { table: table.name, row: withNumbers(row) };
        if (rows.length < rowsAtOnce) break;
      }
      await session.run("close backup");
    }
  } finally {
    // The consumer may stop early, and the connection returns to the pool.
    await session.run("rollback").catch(() => {});
    session.end();
  }
}

type Session = { readonly run: (text: string) => Promise<Row[]>; readonly end: () => void };

/** Takes a connection from the pool until `end` is called. */
function openSession(client: PostgresqlClient): Promise<Session> {
  return new Promise((settle, reject) => {
    client
      .onConnection(
        (query) =>
          new Promise<void>((end) => {
            settle({ run: async (text) => (await query({ text })).rows, end });
          }),
      )
      .catch(reject);
  });
}

function withNumbers(row: Row): BackupRow["row"] {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === "bigint" ? Number(value) : value,
  ]);
  return Object.fromEntries(entries);
}
