import type { HeardSource, MarkRecord, QuoteRecord, Rota, ShardClaim } from "@trading-oms/brokerage/ports";
import type { CatalogDatabase } from "../sql/catalog.ts";
import {
  aheadMsMax,
  comparableTime,
  heardNameOf,
  laterHeard,
  laterQuote,
  latestMsOf,
} from "../sql/newer-prices.ts";
import { forPostgresql, type MarkNotifications, readTexts, watcherKeptMsMax } from "../sql/reads.ts";
import { rotaOf } from "../sql/rows.ts";
import { quoteColumns } from "../sql/tables.ts";
import { restoreGate } from "./backup.ts";
import { inTransaction, type PostgresqlClient } from "./client.ts";
import { restoreRunning } from "./failures.ts";
import { listsOf, unnestOf } from "./lists.ts";
import type { NamedStatement } from "./pipelined-query.ts";
import { marksText, marksValues } from "./reference-parts.ts";

/** Every change of a user's notifications holds this lock, so that the next statement sees all of them and counts exactly. */
const lockText = "select 1 from app_user where user_id = $1 for update";

const markTexts = {
  markRead: `with marked as (${forPostgresql(readTexts.markRead)} returning 1)
    update app_user set unread_count = unread_count - (select count(*) from marked) where user_id = $1`,
  markReadThrough: forPostgresql(readTexts.markReadThrough),
};

export function markNotifications(
  client: PostgresqlClient,
  ...[name, userId, ...values]: Parameters<MarkNotifications>
): Promise<void> {
  return inTransaction(client, async (query) => {
    await query({ text: lockText, values: [userId] });
    await query({ name, text: markTexts[name], values: [userId, ...values] });
  });
}

/** A gate that is open unless a restore runs. The statement behind it returns no row then. */
const gate = `with gate as (select ${restoreGate.pass} as is_open)`;

async function passGate(client: PostgresqlClient, statement: NamedStatement): Promise<void> {
  if ((await client.query(statement)).rows.length === 0) throw restoreRunning();
}

const setMarksText = `${gate}, ${marksText("gate where is_open", 1)} select 1 from counted_marks`;

export function setMarks(
  client: PostgresqlClient,
  marks: readonly MarkRecord[],
  nowMs: number,
): Promise<void> {
  return passGate(client, { name: "setMarks", text: setMarksText, values: marksValues(marks, nowMs) });
}

const latest = `$${quoteColumns.columns.length + 1}::bigint`;

// The counter serializes concurrent calls, as for marks.
const saveQuotesText = `${gate}, counted as (
      update change_counter set value = value + 1 from gate where name = 'quotes' and is_open returning value
    ), kept as (
      insert into quote (${quoteColumns.names}, version) select distinct on (each.symbol) each.*, counted.value
      from counted, ${unnestOf(quoteColumns, 1)} as each (${quoteColumns.names})
      order by each.symbol, ${comparableTime("each.at", latest)} desc, each.seq desc
      ${laterQuote(latest)}
    )
    select 1 from counted`;

export function saveQuotes(
  client: PostgresqlClient,
  records: readonly QuoteRecord[],
  nowMs: number,
): Promise<void> {
  const values = [...listsOf(quoteColumns, records), latestMsOf(nowMs)];
  return passGate(client, { name: "saveQuotes", text: saveQuotesText, values });
}

const saveHeardText = `${gate}, kept as (
    insert into change_counter (name, value) select $1, $2::bigint from gate where is_open ${laterHeard("$3::bigint")}
  )
  select 1 from gate where is_open`;

export function saveHeard(client: PostgresqlClient, heard: HeardSource, nowMs: number): Promise<void> {
  const values = [heardNameOf(heard), heard.atMs, latestMsOf(nowMs)];
  return passGate(client, { name: "saveHeard", text: saveHeardText, values });
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
    ...given,
  };
}
