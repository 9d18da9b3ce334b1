import type {
  HeardSource,
  MarkRecord,
  QuoteRecord,
  Rota,
  SavingClock,
  ShardClaim,
} from "@trading-oms/brokerage/ports";
import type { CatalogDatabase } from "../sql/catalog.ts";
import { forPostgresql, idValues, readTexts, watcherKeptMsMax } from "../sql/reads.ts";
import { aheadMsMax, comparableTime, heardNames, latestMsOf, rotaOf } from "../sql/rows.ts";
import { replacementOf } from "../sql/table.ts";
import { quote, quoteColumns } from "../sql/tables.ts";
import { restoreGate } from "./backup.ts";
import { inTransaction, type PostgresqlClient } from "./client.ts";
import { restoreRunning } from "./failures.ts";
import { listsOf, unnestOf } from "./lists.ts";
import { marksText, marksValues } from "./reference-parts.ts";

/** Every change of a user's notifications holds this lock, so that the next statement sees all of them and counts exactly. */
const lockText = "select 1 from app_user where user_id = $1 for update";

const markReadText = `with marked as (${forPostgresql(readTexts.markRead)} returning 1)
  update app_user set unread_count = unread_count - (select count(*) from marked) where user_id = $1`;

/** Marks notifications as read and counts them. */
export function markRead(
  client: PostgresqlClient,
  userId: string,
  ids: readonly number[],
  atMs: number,
): Promise<void> {
  return inTransaction(client, async (query) => {
    await query({ text: lockText, values: [userId] });
    await query({ name: "markRead", text: markReadText, values: [...idValues(userId, ids), atMs] });
  });
}

const markReadThroughText = forPostgresql(readTexts.markReadThrough);

/** Moves the watermark of a user up to row `n`. */
export function markReadThrough(
  client: PostgresqlClient,
  userId: string,
  n: number,
  atMs: number,
): Promise<void> {
  return inTransaction(client, async (query) => {
    await query({ text: lockText, values: [userId] });
    await query({ name: "markReadThrough", text: markReadThroughText, values: [userId, n, atMs] });
  });
}

const setMarksText = `with gate as (select ${restoreGate.pass} as is_open), ${marksText("gate where is_open", 1)}
    select 1 from counted_marks`;

/** Sets last prices atomically. */
export async function setMarks(
  client: PostgresqlClient,
  marks: readonly MarkRecord[],
  { nowMs }: SavingClock,
): Promise<void> {
  const values = marksValues(marks, nowMs);
  const { rows } = await client.query({ name: "setMarks", text: setMarksText, values });
  if (rows.length === 0) throw restoreRunning();
}

const latest = `$${quoteColumns.columns.length + 1}::bigint`;

// The counter serializes concurrent calls, as for marks.
const saveQuotesText = `with gate as (select ${restoreGate.pass} as is_open), counted as (
      update change_counter set value = value + 1 from gate where name = 'quotes' and is_open returning value
    ), kept as (
      insert into quote (${quoteColumns.names}, version) select distinct on (each.symbol) each.*, counted.value
      from counted, ${unnestOf(quoteColumns, 1)} as each (${quoteColumns.names})
      order by each.symbol, ${comparableTime("each.at", latest)} desc, each.seq desc
      ${replacementOf(quote)} where (${comparableTime("excluded.at", latest)}, excluded.seq)
          > (${comparableTime("quote.at", latest)}, quote.seq)
    )
    select 1 from counted`;

/** Saves quotes atomically. */
export async function saveQuotes(
  client: PostgresqlClient,
  records: readonly QuoteRecord[],
  nowMs: number,
): Promise<void> {
  const values = [...listsOf(quoteColumns, records), latestMsOf(nowMs)];
  const { rows } = await client.query({ name: "saveQuotes", text: saveQuotesText, values });
  if (rows.length === 0) throw restoreRunning();
}

const saveHeardText = `with gate as (select ${restoreGate.pass} as is_open), kept as (
    insert into change_counter (name, value) select $1, $2::bigint from gate where is_open
    on conflict (name) do update set value = excluded.value
      where excluded.value > ${comparableTime("change_counter.value", "$3::bigint")}
  )
  select 1 from gate where is_open`;

/** Stores when a source was heard, unless a later time that is not ahead is stored. */
export async function saveHeard(
  client: PostgresqlClient,
  { isPlayed, atMs }: HeardSource,
  nowMs: number,
): Promise<void> {
  const name = isPlayed ? heardNames.simulation : heardNames.feed;
  const values = [name, atMs, latestMsOf(nowMs)];
  const { rows } = await client.query({ name: "saveHeard", text: saveHeardText, values });
  if (rows.length === 0) throw restoreRunning();
}

/** The key of the advisory lock, arbitrary and unlikely to be another program's: the letters TOMW. */
const lockKey = 0x54_4f_4d_57;

const claimText = `
with kept as (
  insert into watcher (holder, until) select $1, $2::bigint where $2::bigint > $3::bigint
  on conflict (holder) do update set until = excluded.until
), swept as (
  delete from watcher where (holder <> $1 and until <= $4::bigint) or (holder = $1 and $2::bigint <= $3::bigint)
), freed as (
  update lease set until = $3 where holder = $1 and until > $3 and shard <> all($5::int[])
)
insert into lease (shard, holder, fencing, until)
select distinct wanted.shard, $1, 1, $2::bigint from unnest($5::int[]) as wanted (shard)
on conflict (shard) do update set
  fencing = lease.fencing + case when lease.holder = excluded.holder then 0 else 1 end,
  holder = excluded.holder, until = excluded.until
where lease.holder = excluded.holder or lease.until not between $3 + 1 and $3 + ${aheadMsMax}`;

/** Claims shards. An advisory lock serializes claims, because concurrent ones could deadlock on each other's leases. */
export function claimShards(
  client: PostgresqlClient,
  { holder, untilMs, atMs, shards }: ShardClaim,
): Promise<Rota> {
  return inTransaction(client, async (query) => {
    await query({ text: `select pg_advisory_xact_lock(${lockKey})` });
    await query({
      name: "claimShards",
      text: claimText,
      values: [holder, untilMs, atMs, atMs - watcherKeptMsMax, shards],
    });
    const { rows } = await query({ name: "rota", text: forPostgresql(readTexts.rota) });
    return rotaOf(rows);
  });
}

const addText = `with touched as (
    update catalog_generation set touched_at = $2 where generation = $1 and state = 'draft' returning generation
  )
  insert into instrument (generation, symbol, details)
  select generation, each.* from touched, unnest($3::text[], $4::text[]) as each`;

/** The statements for writing catalogs. */
export function catalogDatabaseOf(
  client: PostgresqlClient,
  given: Pick<CatalogDatabase, "runInBackground" | "commit">,
): CatalogDatabase {
  const run = (text: string, ...values: unknown[]) => client.query({ text: forPostgresql(text), values });
  return {
    read: async (text, ...values) => (await run(text, ...values)).rows,
    write: async (text, ...values) => {
      await run(text, ...values);
    },
    add: async (generation, entries) => {
      const symbols = entries.map(({ symbol }) => symbol);
      const details = entries.map((entry) => entry.details);
      const { rowCount } = await run(addText, generation, Date.now(), symbols, details);
      if (rowCount !== entries.length) throw new Error("The entries were not added.");
    },
    pause: async () => {},
    ...given,
  };
}
