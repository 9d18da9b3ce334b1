import { checkSchemaVersion, schemaVersion } from "../sql/schema-version.ts";
import { noSchema, StoreFault } from "../store-fault.ts";
import { inTransaction, type PostgresqlClient } from "./client.ts";

/**
 * The PostgreSQL schema. Any change of it raises `schemaVersion`.
 *
 * Text columns use the collation "C", which compares bytes as SQLite does. Lists then have the same order on every engine.
 */
const schema = `
  create table schema_step (step integer primary key);
  insert into schema_step values (${schemaVersion});
  create table number_block (id integer primary key check (id = 1), next_number bigint not null check (next_number < 2147483648));
  insert into number_block values (1, 1);
  create table trader (
    user_id text collate "C" primary key,
    number bigint not null unique,
    shard integer not null,
    notification_count bigint not null default 0 check (notification_count < 4194304),
    notified_at bigint not null default 0,
    -- Rows up to this number are read, whatever \`is_read\` says; \`unread_count\` counts the unread ones after it.
    read_through bigint not null default 0,
    read_through_at bigint not null default 0,
    unread_count bigint not null default 0,
    check (read_through between 0 and notification_count),
    check (unread_count between 0 and notification_count - read_through)
  );
  create table account_owner (account_id text collate "C" primary key, user_id text collate "C" not null);
  create table account (
    user_id text collate "C" not null,
    account_id text collate "C" not null,
    version bigint not null,
    shard integer not null,
    equity_vnd bigint not null check (abs(equity_vnd) < 9007199254740992),
    opened_at bigint not null,
    changed_at bigint not null,
    audit_count bigint not null default 0,
    audit_hash text not null default '',
    primary key (user_id, account_id)
  );
  create index account_by_change on account (shard, changed_at);
  -- judged: the price of the last decision about the position, with its time, sequence number and origin (coded as in mark).
  create table position (
    user_id text collate "C" not null,
    account_id text collate "C" not null,
    symbol text collate "C" not null,
    quantity bigint not null,
    entry_vnd bigint not null,
    posted_vnd bigint not null,
    covered_vnd bigint not null check (covered_vnd between 0 and 9007199254740991),
    is_closing integer not null,
    opened_at bigint not null,
    changed_at bigint not null,
    judged text,
    primary key (user_id, account_id, symbol)
  );
  create table movement (
    user_id text collate "C" not null,
    movement_id text collate "C" not null,
    account_id text collate "C" not null,
    kind text not null,
    amount_vnd bigint not null check (amount_vnd between 1 and 9007199254740991),
    at bigint not null,
    primary key (user_id, movement_id)
  );
  create table notification (
    user_id text collate "C" not null,
    n bigint not null,
    id bigint not null,
    account_id text collate "C" not null,
    type text not null,
    topic text not null,
    message_id text collate "C" not null,
    data text not null,
    is_read integer not null default 0,
    created_at bigint not null,
    updated_at bigint not null,
    primary key (user_id, n),
    unique (user_id, message_id)
  );
  create table outcome (
    user_id text collate "C" not null,
    idempotency_key text collate "C" not null,
    fingerprint text not null,
    outcome text not null,
    at bigint not null,
    primary key (user_id, idempotency_key)
  );
  create table rates (
    level text collate "C" not null,
    name text collate "C" not null,
    margin_ratio bigint not null,
    margin_call_rate bigint not null,
    force_close_rate bigint not null,
    changed_at bigint not null,
    primary key (level, name)
  );
  create table change_counter (name text collate "C" primary key, value bigint not null);
  insert into change_counter values ('catalog', 0), ('rates', 0), ('marks', 0), ('holidays', 0), ('quotes', 0);
  create table catalog_head (id integer primary key check (id = 1), generation bigint not null);
  insert into catalog_head values (1, 0);
  create table catalog_generation (
    generation bigint primary key,
    state text not null check (state in ('draft', 'current', 'old')),
    touched_at bigint not null
  );
  create table instrument (
    generation bigint not null,
    symbol text collate "C" not null,
    details text not null,
    primary key (generation, symbol)
  );
  create table audit (
    user_id text collate "C" not null,
    account_id text collate "C" not null,
    place bigint not null,
    entry text not null,
    hash text not null,
    primary key (user_id, account_id, place)
  );
  -- A safeguard: the store itself never updates or deletes audit entries.
  create function refuse_to_change_audit() returns trigger language plpgsql as $$
    begin raise exception 'An audit is only added to.'; end
  $$;
  create trigger audit_only_added_to before update or delete or truncate on audit
    for each statement execute function refuse_to_change_audit();
  -- last_contact: JSON of the last contact about the open call.
  create table episode (
    user_id text collate "C" not null,
    account_id text collate "C" not null,
    symbol text collate "C" not null,
    number bigint not null,
    is_open integer not null,
    is_force_close_told integer not null,
    reminder bigint not null,
    opened_at bigint not null,
    last_contact text,
    primary key (user_id, account_id, symbol)
  );
  create table mark (
    symbol text collate "C" primary key,
    price bigint not null check (abs(price) < 9007199254740992),
    at bigint not null,
    is_by_hand integer not null,
    version bigint not null
  );
  create index mark_by_version on mark (version);
  create table holiday (date text collate "C" primary key);
  create table watcher (holder text collate "C" primary key, until bigint not null);
  create table lease (
    shard integer primary key,
    holder text collate "C" not null,
    fencing bigint not null,
    until bigint not null
  );
  create table quote (
    symbol text collate "C" primary key,
    at bigint not null,
    seq bigint not null,
    snapshot text not null,
    version bigint not null
  );
  create index quote_by_version on quote (version);
`;

/** The key of the advisory lock, arbitrary and unlikely to be another program's: the letters TOMS. */
const lockKey = 0x54_4f_4d_53;

/**
 * Creates the schema in an empty database, if it may be created, in one transaction. Processes that start at the same
 * time take turns.
 */
export async function createPostgresqlSchema(client: PostgresqlClient, mayCreate = true): Promise<void> {
  await inTransaction(client, async (query) => {
    const run = (text: string, values: readonly unknown[] = []) => query({ text, values });
    // Transaction-level, so that it also works behind a pooler.
    await run("select pg_advisory_xact_lock($1)", [lockKey]);
    if (await checkDatabase(run)) return;
    if (!mayCreate) throw noSchema("The database has no schema");
    await query({ text: schema });
  });
}

type Run = (text: string) => Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>;

/** Returns whether the database has the schema; an empty one does not. Throws if it can't be used. */
async function checkDatabase(run: Run): Promise<boolean> {
  const { rows } =
    await run(`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
    to_regclass('schema_step') is not null as is_ours,
    not exists (select 1 from information_schema.tables where table_schema = current_schema()) as is_empty`);
  const [{ fsync, commit, is_ours: isOurs, is_empty: isEmpty } = {}] = rows;
  if (isOurs !== true && isEmpty !== true) {
    throw new StoreFault(
      "of-another-program",
      "The database has tables of another program; use an empty one.",
    );
  }
  if (fsync === "off" || commit === "off") {
    throw new StoreFault(
      "not-durable",
      "This PostgreSQL acknowledges changes before they are on disk; set fsync and synchronous_commit to on.",
    );
  }
  if (isOurs !== true) return false;
  const found = await run("select coalesce(max(step), 0) as step from schema_step");
  checkSchemaVersion("The database", Number(found.rows[0]?.["step"]));
  return true;
}
