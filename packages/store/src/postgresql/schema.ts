import { checkSchemaVersion, schemaVersion } from "../sql/schema-version.ts";
import { creationOf } from "../sql/table.ts";
import { setup, tables } from "../sql/tables.ts";
import { noSchema, StoreFault } from "../store-fault.ts";
import { inTransaction, type PostgresqlClient } from "./client.ts";

const schema = [
  "create table schema_step (step integer primary key)",
  `insert into schema_step values (${schemaVersion})`,
  ...tables.map((table) => creationOf(table, "postgresql")),
  ...setup,
  // A safeguard: the store itself never updates or deletes audit entries.
  `create function refuse_to_change_audit() returns trigger language plpgsql as $$
    begin raise exception 'An audit is only added to.'; end
  $$`,
  `create trigger audit_only_added_to before update or delete or truncate on audit
    for each statement execute function refuse_to_change_audit()`,
].join(";\n");

/** The key of the advisory lock, arbitrary and unlikely to be another program's: the letters TOMS. */
const lockKey = 0x54_4f_4d_53;

/**
 * Creates the schema in an empty database, if it may be created, in one transaction. Processes that start at the same
 * time take turns.
 */
export async function createPostgresqlSchema(client: PostgresqlClient, mayCreate = true): Promise<void> {
  await inTransaction(client, async (query) => {
    // Transaction-level, so that it also works behind a pooler.
    await query({ text: "select pg_advisory_xact_lock($1)", values: [lockKey] });
    if (await checkDatabase(query)) return;
    if (!mayCreate) throw noSchema("The database has no schema");
    await query({ text: schema });
  });
}

/** The row of `schema_conversion` that holds the version whose servers may use a database that is still of an earlier schema. */
export const usableRow = 0;

async function isBegun(query: PostgresqlClient["query"]): Promise<boolean> {
  const { rows } = await query({ text: "select to_regclass('schema_conversion') is not null as is_there" });
  if (rows[0]?.["is_there"] !== true) return false;
  const text = "select part_count as version from schema_conversion where step = $1";
  const usable = await query({ text, values: [usableRow] });
  return Number(usable.rows[0]?.["version"]) === schemaVersion;
}

/** Returns whether the database has the schema; an empty one does not. Throws if it can't be used. */
async function checkDatabase(query: PostgresqlClient["query"]): Promise<boolean> {
  const { rows } = await query({
    text: `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
    to_regclass('schema_step') is not null as is_ours,
    not exists (select 1 from information_schema.tables where table_schema = current_schema()) as is_empty`,
  });
  const [{ fsync, commit, is_ours: isOurs, is_empty: isEmpty } = {}] = rows;
  if (isOurs !== true && isEmpty !== true) {
    throw new StoreFault(
      "of_another_program",
      "The database has tables of another program; use an empty one.",
    );
  }
  if (fsync === "off" || commit === "off") {
    throw new StoreFault(
      "not_durable",
      "This PostgreSQL acknowledges changes before they are on disk; set fsync and synchronous_commit to on.",
    );
  }
  if (isOurs !== true) return false;
  const steps = await query({ text: "select coalesce(max(step), 0) as step from schema_step" });
  const found = Number(steps.rows[0]?.["step"]);
  const isUsable = found < schemaVersion && (await isBegun(query));
  checkSchemaVersion("The database", found, isUsable ? "allowed" : undefined);
  return true;
}
