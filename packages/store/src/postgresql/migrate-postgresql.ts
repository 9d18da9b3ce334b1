import { StoreFault } from "../store-fault.ts";
import { inTransaction } from "./in-transaction.ts";
import { migrations } from "./migrations.ts";
import type { PostgresqlClient } from "./postgresql-client.ts";

/** Any number that no other program locks by: the letters TOMS. */
const lockKey = 0x54_4f_4d_53;

/** Brings a database to the newest schema; processes that start at once take turns. */
export async function migratePostgresql(client: PostgresqlClient): Promise<void> {
  await inTransaction(client, async (query) => {
    const run = (text: string, values: readonly unknown[] = []) => query({ text, values });
    // It ends with the transaction, so that it also holds behind a pooler.
    await run("select pg_advisory_xact_lock($1)", [lockKey]);
    await judgeServer(run);
    await run("create table if not exists schema_step (step integer primary key)");
    const { rows } = await run("select coalesce(max(step), 0) as step from schema_step");
    const version = Number(rows[0]?.["step"]);
    if (version > migrations.length) {
      throw new StoreFault(
        "newer-version",
        `The database was written by a newer version (schema ${version}, this one knows ${migrations.length}); use that version.`,
      );
    }
    for (const [index, migration] of migrations.entries()) {
      if (index < version) continue;
      await query({ text: migration });
      await run("insert into schema_step values ($1)", [index + 1]);
    }
  });
}

type Run = (text: string) => Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>;

async function judgeServer(run: Run): Promise<void> {
  const { rows } =
    await run(`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
    to_regclass('schema_step') is not null or not exists
      (select 1 from information_schema.tables where table_schema = current_schema()) as is_ours`);
  const [{ fsync, commit, is_ours: isOurs } = {}] = rows;
  if (isOurs !== true) {
    throw new StoreFault(
      "of-another-program",
      "The database has tables of another program; name an empty one.",
    );
  }
  if (fsync === "off" || commit === "off") {
    throw new StoreFault(
      "not-durable",
      "This PostgreSQL acknowledges what is not on its disk; set fsync and synchronous_commit to on.",
    );
  }
}
