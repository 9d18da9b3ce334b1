import type { BackupRow } from "@trading-oms/brokerage/ports";
import { backupQueryOf, backupTables } from "../backup-tables.ts";
import type { PostgresqlClient, PostgresqlRow } from "./postgresql-client.ts";

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
