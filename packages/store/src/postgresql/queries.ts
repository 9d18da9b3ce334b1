import { notificationsOfUser } from "../marked-read.ts";
import { playedCode } from "../origin-code-of.ts";
import { restoreGate } from "./restore-gate.ts";

const accountColumns =
  "user_id, account_id, version, equity_vnd, opened_at, changed_at, audit_count, audit_hash";

/** One statement, so that account, positions and episodes are of one moment. */
const stateOfAccount = `select ${accountColumns},
    (select notification_count from trader where trader.user_id = account.user_id) as notification_count,
    (select coalesce(json_agg(held order by held.symbol), '[]') from position as held
      where held.user_id = account.user_id and held.account_id = account.account_id) as positions,
    (select coalesce(json_agg(kept order by kept.symbol), '[]') from episode as kept
      where kept.user_id = account.user_id and kept.account_id = account.account_id) as episodes
    from account`;

/** Its columns in their order. */
export const stateColumns: readonly string[] = [
  ...accountColumns.split(", "),
  "notification_count",
  "positions",
  "episodes",
];

/** An id holds the number of its row, by which the row is found. */
const notificationsOfIds = `user_id = $1
  and (n, id) in (select each.id % ${notificationsOfUser}, each.id from unnest($2::bigint[]) as each (id))`;

/** What is read, for PostgreSQL; each is prepared under its name. */
export const queries = {
  account: `${stateOfAccount} where user_id = $1 and account_id = $2` as string,
  accountsOf:
    `${stateOfAccount} where (user_id, account_id) in (select * from unnest($1::text[], $2::text[]))` as string,
  // Shard by shard along the index, whatever the planner thinks of their number.
  changes: `select found.* from unnest($1::int[]) as wanted (shard) cross join lateral (
      select user_id, account_id, version, changed_at from account
      where account.shard = wanted.shard and (changed_at, user_id, account_id) > ($2, $3, $4)
      order by changed_at, user_id, account_id limit $5
    ) as found order by changed_at, user_id, account_id limit $5`,
  audits: `select place, entry, hash from audit
    where user_id = $1 and account_id = $2 and place > $3 order by place limit $4`,
  owner: "select user_id from account_owner where account_id = $1",
  accounts:
    `select ${accountColumns} from account where (user_id, account_id) > ($1, $2) order by user_id, account_id limit $3` as string,
  accountsOfUser:
    `select ${accountColumns} from account where user_id = $1 and account_id > $2 order by account_id limit $3` as string,
  movement: "select * from movement where user_id = $1 and movement_id = $2",
  outcome: "select * from outcome where user_id = $1 and idempotency_key = $2",
  // The rows of a user are numbered without a gap, so the first row of a page is found and not counted to.
  notifications: `select notification.* from notification where user_id = $1
    and n <= (select notification_count from trader where user_id = $1) - $2::bigint order by n desc limit $3`,
  readFlags: `select id, is_read from notification where ${notificationsOfIds}` as string,
  markRead: `update notification set is_read = 1, updated_at = greatest(updated_at, $3::bigint)
    where is_read = 0 and ${notificationsOfIds}` as string,
  ratesOf: `select rates.* from rates join unnest($1::text[], $2::text[]) as wanted (level, name)
    on rates.level = wanted.level and rates.name = wanted.name`,
  rates: "select * from rates where (level, name) > ($1, $2) order by level, name limit $3",
  heldSymbols: "select distinct symbol from position",
  setRates: `with gate as (select ${restoreGate.pass} as is_open), counted as (
      update change_counter set value = value + 1 from gate where name = 'rates' and is_open
    )
    insert into rates select $1, $2, $3::bigint, $4::bigint, $5::bigint, $6::bigint from gate where is_open on conflict (level, name) do update set
    margin_ratio = excluded.margin_ratio, margin_call_rate = excluded.margin_call_rate,
    force_close_rate = excluded.force_close_rate, changed_at = excluded.changed_at` as string,
  marksOf: "select * from mark where symbol = any($1::text[])",
  marks: "select * from mark where symbol > $1 order by symbol limit $2",
  // Apart, so that it does not walk all symbols for the few that changed.
  marksSince: `with changed as materialized (select * from mark where version > $1)
    select * from changed where symbol > $2 order by symbol limit $3`,
  // Those who set some at once wait for each other at the counter, which is held until the end: whoever reads a value
  // of it finds every mark of that value and those before.
  setMarks: `with gate as (select ${restoreGate.pass} as is_open), counted as (
      update change_counter set value = value + 1 from gate where name = 'marks' and is_open returning value
    ), kept as (
      insert into mark (symbol, price, at, is_by_hand, version)
      select distinct on (each.symbol) each.symbol, each.price, each.at, each.is_by_hand, counted.value
      from counted, unnest($1::text[], $2::bigint[], $3::bigint[], $4::int[]) with ordinality
        as each (symbol, price, at, is_by_hand, place)
      order by each.symbol, each.at desc, each.place desc
      on conflict (symbol) do update set price = excluded.price, at = excluded.at,
        is_by_hand = excluded.is_by_hand, version = excluded.version 
        where excluded.at >= mark.at or (excluded.is_by_hand = 1 and mark.at > excluded.at + 60000)
          or (mark.is_by_hand = ${playedCode} and excluded.is_by_hand <> ${playedCode})
    )
    select 1 from counted` as string,
  quotesOf: "select * from quote where symbol = any($1::text[])",
  quotes: "select * from quote where symbol > $1 order by symbol limit $2",
  quotesSince: `with changed as materialized (select * from quote where version > $1)
    select * from changed where symbol > $2 order by symbol limit $3`,
  // The counter is held until the end, as for marks.
  saveQuotes: `with gate as (select ${restoreGate.pass} as is_open), counted as (
      update change_counter set value = value + 1 from gate where name = 'quotes' and is_open returning value
    ), kept as (
      insert into quote (symbol, at, seq, snapshot, version)
      select distinct on (each.symbol) each.*, counted.value
      from counted, unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[]) as each (symbol, at, seq, snapshot)
      order by each.symbol, each.at desc, each.seq desc
      on conflict (symbol) do update set at = excluded.at, seq = excluded.seq, snapshot = excluded.snapshot,
        version = excluded.version where (excluded.at, excluded.seq) > (quote.at, quote.seq)
    )
    select 1 from counted` as string,
  holidays: "select date from holiday order by date",
  // One statement, so that watchers and leases are of one moment.
  rota: `select null::int as shard, holder, null::bigint as fencing, until from watcher
    union all select shard, holder, fencing, until from lease order by shard, holder`,
  instrument: `select symbol, details from instrument
    where generation = (select generation from catalog_head) and symbol = $1`,
  instruments: `select symbol, details from instrument
    where generation = (select generation from catalog_head) and symbol > $1 order by symbol limit $2`,
  counters: "select name, value from change_counter",
  claimNumbers: `update number_block set next_number = next_number + $1
    where id = 1 and (select ${restoreGate.pass}) returning next_number` as string,
} as const;

/** What a catalog is written with. */
export const catalogQueries = {
  begin: "insert into catalog_generation values ($1, 'draft', $2)",
  add: `with touched as (
      update catalog_generation set touched_at = $2 where generation = $1 and state = 'draft' returning generation
    )
    insert into instrument (generation, symbol, details)
    select generation, each.* from touched, unnest($3::text[], $4::text[]) as each`,
  publish: `with gate as (select ${restoreGate.pass} as is_open), chosen as (
      update catalog_generation set state = 'current', touched_at = $2 from gate
      where generation = $1 and state = 'draft' and is_open returning generation
    ), replaced as (
      update catalog_generation set state = 'old' where state = 'current' and exists (select 1 from chosen)
    ), counted as (
      update change_counter set value = value + 1 where name = 'catalog' and exists (select 1 from chosen)
    )
    update catalog_head set generation = chosen.generation from chosen where id = 1` as string,
  state: "select state from catalog_generation where generation = $1",
  abandon: "update catalog_generation set state = 'old' where generation = $1 and state = 'draft'",
  giveUp: "update catalog_generation set state = 'old' where state = 'draft' and touched_at < $1",
  toSweep: "select generation from catalog_generation where state = 'old'",
  sweep: `delete from instrument where generation = $1 and symbol in
    (select symbol from instrument where generation = $1 order by symbol limit $2)`,
  forget: "delete from catalog_generation where generation = $1 and state = 'old'",
} as const;
