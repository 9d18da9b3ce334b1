import { notificationsOfUser } from "../marked-read.ts";

const accountColumns =
  "user_id, account_id, version, equity_vnd, opened_at, changed_at, audit_count, audit_hash";

/** An id holds the number of its row, by which the row is found. */
const notificationsOfIds = `user_id = ? and (n, id) in (select value % ${notificationsOfUser}, value from json_each(?))`;

const wantedKeys = "(user_id, account_id) in (select value ->> 0, value ->> 1 from json_each(?))";

/** What is read, for SQLite and D1. */
export const queries = {
  account:
    `select ${accountColumns}, (select notification_count from trader where trader.user_id = account.user_id) as notification_count
    from account where user_id = ? and account_id = ?` as string,
  accountsOf:
    `select ${accountColumns}, (select notification_count from trader where trader.user_id = account.user_id) as notification_count
    from account where ${wantedKeys}` as string,
  positionsOf: `select * from position where ${wantedKeys} order by user_id, account_id, symbol` as string,
  episodesOf: `select * from episode where ${wantedKeys} order by user_id, account_id, symbol` as string,
  // In the index, the time is followed by the key of the account, so that one shard is walked and not sorted.
  changesOfShard: `select user_id, account_id, version, changed_at from account
    where shard = ? and (changed_at, user_id, account_id) > (?, ?, ?)
    order by changed_at, user_id, account_id limit ?`,
  changes: `select user_id, account_id, version, changed_at from account
    where shard in (select value from json_each(?)) and (changed_at, user_id, account_id) > (?, ?, ?)
    order by changed_at, user_id, account_id limit ?`,
  positions: "select * from position where user_id = ? and account_id = ? order by symbol",
  episodes: "select * from episode where user_id = ? and account_id = ? order by symbol",
  audits: `select place, entry, hash from audit
    where user_id = ? and account_id = ? and place > ? order by place limit ?`,
  owner: "select user_id from account_owner where account_id = ?",
  accounts:
    `select ${accountColumns} from account where (user_id, account_id) > (?, ?) order by user_id, account_id limit ?` as string,
  accountsOfUser:
    `select ${accountColumns} from account where user_id = ? and account_id > ? order by account_id limit ?` as string,
  movement: "select * from movement where user_id = ? and movement_id = ?",
  outcome: "select * from outcome where user_id = ? and idempotency_key = ?",
  // The rows of a user are numbered without a gap, so the first row of a page is found and not counted to.
  notifications: `select notification.id, notification.account_id, notification.type, notification.topic,
      notification.message_id, notification.data, notification.is_read, notification.created_at, notification.updated_at
    from trader
    join notification on notification.user_id = trader.user_id and notification.n <= trader.notification_count - ?
    where trader.user_id = ? order by notification.n desc limit ?`,
  readFlags: `select id, is_read from notification where ${notificationsOfIds}` as string,
  markRead:
    `update notification set is_read = 1, updated_at = max(updated_at, ?) where is_read = 0 and ${notificationsOfIds}` as string,
  ratesOf: "select * from rates where level = ? and name = ?",
  rates: "select * from rates where (level, name) > (?, ?) order by level, name limit ?",
  marksOf: "select * from mark where symbol in (select value from json_each(?))",
  marks: "select * from mark where symbol > ? order by symbol limit ?",
  // The signs keep it from walking all symbols for the few that changed.
  marksSince: "select * from mark where version > ? and +symbol > ? order by +symbol limit ?",
  quotesOf: "select * from quote where symbol in (select value from json_each(?))",
  quotes: "select * from quote where symbol > ? order by symbol limit ?",
  quotesSince: "select * from quote where version > ? and +symbol > ? order by +symbol limit ?",
  holidays: "select date from holiday order by date",
  // One statement, so that watchers and leases are of one moment.
  rota: `select null as shard, holder, null as fencing, until from watcher
    union all select shard, holder, fencing, until from lease order by shard, holder`,
  outcomesAfter: `select user_id, idempotency_key, at from outcome
    where (user_id, idempotency_key) > (?, ?) order by user_id, idempotency_key limit ?`,
  heldSymbols: "select distinct symbol from position",
  instrument: `select instrument.symbol, instrument.details from catalog_head
    join instrument on instrument.generation = catalog_head.generation where instrument.symbol = ?`,
  instruments: `select instrument.symbol, instrument.details from catalog_head
    join instrument on instrument.generation = catalog_head.generation
    where instrument.symbol > ? order by instrument.symbol limit ?`,
  counters: "select name, value from change_counter",
  generation: "select state from catalog_generation where generation = ?",
  generationsToSweep: "select generation from catalog_generation where state = 'old'",
  anyOfGeneration: "select 1 from instrument where generation = ? limit 1",
} as const;
