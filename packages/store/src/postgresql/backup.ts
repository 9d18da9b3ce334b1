import type { BackupRow } from "@trading-oms/brokerage/ports";
import { backupQueryOf, backupTables, chunkRows, fixedTables, tellingTables } from "../sql/backup.ts";
import { numberOf } from "../sql/rows.ts";
import { StoreFault } from "../store-fault.ts";
import { inTransaction, type PostgresqlClient, type PostgresqlRow } from "./client.ts";

/** Any number that no other program locks by: the letters TOMR. */
const lockKey = 0x54_4f_4d_52;

/**
 * What keeps a restore and changes apart. It ends with the transaction, so that it also holds behind a pooler.
 *
 * Changes of accounts need none: while a store is restored there are no accounts yet.
 */
export const restoreGate: Readonly<Record<"shut" | "pass", string>> = {
  /** Waits for the changes that are under way, and has those that come be refused. */
  shut: `select pg_advisory_xact_lock(${lockKey})`,
  /** True where no restore is under way, and then until the end of the statement's transaction. */
  pass: `pg_try_advisory_xact_lock_shared(${lockKey})`,
};

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

const rowsAtOnce = 1_000;

/** Reads every row by cursors of one transaction, so that writers go on and the rows fit together. */
export async function* backUpPostgresql(client: PostgresqlClient): AsyncGenerator<BackupRow> {
  const session = await openSession(client);
  try {
    // The snapshot is taken by the first query and not by begin.
    await session.run("begin isolation level repeatable read read only");
    await session.run("select 1 from change_counter");
    for (const table of Object.keys(backupTables)) {
      await session.run(`declare backup no scroll cursor for ${backupQueryOf(table)}`);
      for (;;) {
        const rows = await session.run(`fetch ${rowsAtOnce} from backup`);
        for (const row of rows) yield { table, row: withNumbers(row) };
        if (rows.length < rowsAtOnce) break;
      }
      await session.run("close backup");
    }
  } finally {
    // A reader may stop half-way, and the connection goes back to others.
    await session.run("rollback").catch(() => {});
    session.end();
  }
}

type Session = { readonly run: (text: string) => Promise<PostgresqlRow[]>; readonly end: () => void };

/** A connection that is kept until its user is done, however long a reader of the backup takes. */
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

function withNumbers(row: PostgresqlRow): BackupRow["row"] {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === "bigint" ? Number(value) : value,
  ]);
  return Object.fromEntries(entries);
}

/** Counts the rows of each table. */
export async function countRows(client: PostgresqlClient): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(backupTables)) {
    const { rows } = await client.query({ text: `select count(*) as count from ${table}` });
    counts[table] = rows[0] === undefined ? 0 : numberOf(rows[0], "count");
  }
  return counts;
}
