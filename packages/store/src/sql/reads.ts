import type { DurableStore, Store } from "@trading-oms/brokerage/ports";
import {
  changesOf,
  countOf,
  markedRead,
  notificationsOfUser,
  numberOf,
  placesOf,
  readChange,
  rotaOf,
  textOf,
  versionsOf,
  watermarkOf,
} from "./rows.ts";
import { type Row, without } from "./table.ts";
import {
  accountColumns,
  auditColumns,
  backupTables,
  exDate,
  instrumentColumns,
  markColumns,
  movementColumns,
  notificationColumns,
  outcomeColumns,
  quoteColumns,
  rates,
} from "./tables.ts";

/** Notifications up to the watermark are read, whatever their rows say. */
const isRead =
  "case when n <= (select read_through from app_user where user_id = ?1) then 1 else is_read end as is_read";

const notificationNames = `n, ${without(notificationColumns, "isRead").names}, ${isRead}`;

const ratesNames = rates.columns.map(({ name }) => `rates.${name}`).join(", ");

/**
 * Queries that every engine shares. Lists are in PostgreSQL's notation and parameters in SQLite's; `forSqlite` and
 * `forPostgresql` translate them. Columns are named: a prepared statement with `*` fails when its table gets another column. Composed texts are cast, because TypeScript infers no type
 * of them for a declaration.
 */
export const readTexts = {
  owner: "select user_id from account_owner where account_id = ?1",
  accounts: `select ${accountColumns.names} from account where (user_id, account_id) > (?1, ?2)
    order by user_id, account_id limit ?3` as string,
  accountsOfUser: `select ${accountColumns.names} from account
    where user_id = ?1 and account_id > ?2 order by account_id limit ?3` as string,
  audits:
    `select ${auditColumns.names} from audit where user_id = ?1 and account_id = ?2 and place > ?3 order by place limit ?4` as string,
  movements:
    `select ${movementColumns.names} from movement where user_id = ?1 and account_id = ?2 and movement_id > ?3
    order by movement_id limit ?4` as string,
  movement: `select ${movementColumns.names} from movement where user_id = ?1 and movement_id = ?2` as string,
  outcome: `select ${outcomeColumns.names} from idempotent_answer
    where user_id = ?1 and idempotency_key = ?2` as string,
  heldSymbols: "select distinct symbol from position",
  // A user's rows are numbered without gaps, so the index finds the start of a page without skipping rows.
  notifications: `select ${notificationNames}
    from notification where user_id = ?1
      and n <= (select notification_count from app_user where user_id = ?1) - cast(?2 as bigint)
    order by n desc limit ?3` as string,
  // Only the rows of one user have an order that commits keep: each takes its number under the lock of the user's row.
  notificationsAfter: `select ${notificationNames}
    from notification where user_id = ?1 and n > cast(?2 as bigint) order by n limit ?3` as string,
  traderHeads: "select user_id, number, notification_count from app_user where user_id = any(?1::text[])",
  readFlags: `select id, ${isRead}
    from notification where user_id = ?1 and n = any(?2::bigint[]) and id = any(?3::bigint[])` as string,
  markRead: `update notification
    set is_read = 1, updated_at = case when updated_at > ?4 then updated_at else ?4 end
    where is_read = 0 and user_id = ?1 and n = any(?2::bigint[]) and id = any(?3::bigint[])
      and n > (select read_through from app_user where user_id = ?1)`,
  notificationCount:
    "select number, notification_count, unread_count, read_through from app_user where user_id = ?1",
  // Counts on the shorter side of the new watermark, so that marking all counts nothing.
  markReadThrough: `update app_user set read_through = ?2, read_through_at = ?3,
      unread_count = case when ?2 - read_through < notification_count - ?2
        then unread_count - (select count(*) from notification where notification.user_id = app_user.user_id
          and n > app_user.read_through and n <= ?2 and is_read = 0)
        else (select count(*) from notification where notification.user_id = app_user.user_id
          and n > ?2 and is_read = 0) end
    where user_id = ?1 and read_through < ?2`,
  rates:
    `select ${rates.names} from rates where (level, name) > (?1, ?2) order by level, name limit ?3` as string,
  ratesOf: `select ${ratesNames} from json_array_elements(?1::json) as wanted
    join rates on rates.level = wanted.value ->> 0 and rates.name = wanted.value ->> 1` as string,
  holidays: "select date from holiday order by date",
  exDates: `select ${exDate.names} from ex_date order by symbol, date, adjustment_id` as string,
  instrument: `select ${instrumentColumns.names} from instrument
    where generation = (select generation from catalog_head) and symbol = ?1` as string,
  instruments: `select ${instrumentColumns.names} from instrument
    where generation = (select generation from catalog_head) and symbol > ?1 order by symbol limit ?2` as string,
  counters: "select name, value from change_counter",
  marks: `select ${markColumns.names} from mark where symbol > ?1 order by symbol limit ?2` as string,
  marksOf: `select ${markColumns.names} from mark where symbol = any(?1::text[])` as string,
  // Appending '' keeps the engine from scanning the index of symbols for the few that changed.
  marksSince:
    `select ${markColumns.names} from mark where version > ?1 and symbol || '' > ?2 order by symbol || '' limit ?3` as string,
  quotes: `select ${quoteColumns.names} from quote where symbol > ?1 order by symbol limit ?2` as string,
  quotesOf: `select ${quoteColumns.names} from quote where symbol = any(?1::text[])` as string,
  quotesSince:
    `select ${quoteColumns.names} from quote where version > ?1 and symbol || '' > ?2 order by symbol || '' limit ?3` as string,
  // One statement, so that watchers and leases come from one snapshot.
  rota: `select cast(null as int) as shard, holder, cast(null as bigint) as fencing, until from watcher
    union all select shard, holder, fencing, until from lease order by shard, holder`,
} as const;

/** The condition on positions or episodes, as `held`, within a query of accounts. */
export const ofAccount = "where held.user_id = account.user_id and held.account_id = account.account_id";

/** The positions of an account, each with the last price and the day of its symbol. */
export const pricedPositions: string = `select held.*, price, mark.at, origin, quote.at as quote_at, seq, day
  from position as held left join mark on mark.symbol = held.symbol left join quote on quote.symbol = held.symbol
  ${ofAccount}`;

export type ReadName = keyof typeof readTexts | "changes" | "poll" | "rowCounts";

/** The queries of an engine, from its query of changed accounts and its translation of texts. */
export function queriesOf(
  changes: string,
  translate: (text: string) => string,
): Readonly<Record<ReadName, string>> {
  const texts = { ...readTexts, changes, poll: pollText(changes), rowCounts: rowCountsText };
  const translated = Object.entries(texts).map(([name, text]) => [name, translate(text)]);
  return Object.fromEntries(translated) as Readonly<Record<ReadName, string>>;
}

/** Counts the rows of every table in one snapshot. */
const rowCountsText = `select ${backupTables.map(({ name }) => `(select count(*) from ${name}) as ${name}`).join(", ")}`;

/** What a poll asks, in one statement around the query of changed accounts, which has the first five parameters. */
function pollText(changes: string): string {
  return `select 'counter' as kind, name as user_id, '' as account_id, value as version, 0 as changed_at from change_counter
    union all select 'changed', * from (${changes}) as found
    union all select 'user', user_id, '', number, notification_count from app_user where user_id = any(?6::text[])
    union all select 'account', account.user_id, account.account_id, version, 0
      from json_array_elements(?7::json) as wanted
      join account on account.user_id = wanted.value ->> 0 and account.account_id = wanted.value ->> 1`;
}

/** The value of a parameter; a list only where the query expects one. */
export type QueryValue = string | number | readonly string[] | readonly number[];

export type RunQuery<Name extends string = ReadName> = (
  name: Name,
  ...values: readonly QueryValue[]
) => Promise<readonly Row[]>;

/** The query for SQLite and D1, where a list is bound as JSON. */
export function forSqlite(text: string): string {
  return text
    .replaceAll(/= any\((\?\d)::\w+\[\]\)/g, "in (select value from json_each($1))")
    .replaceAll(/json_array_elements\((\?\d)::json\)/g, "json_each($1)");
}

export function forPostgresql(text: string): string {
  return text.replaceAll(/\?(?=\d)/g, "$");
}

/** The key after which a page of changes starts: that of the last change read, or the start of a time. */
export function startOfChanges({
  after,
  sinceMs,
}: Pick<Parameters<Store["listChanges"]>[0], "after" | "sinceMs">): [number, string, string] {
  if (after === undefined || after.changedAtMs < sinceMs) return [sinceMs, "", ""];
  return [after.changedAtMs, after.userId, after.accountId];
}

/** How long an expired watcher stays listed. */
export const watcherKeptMsMax: number = 86_400_000;

/** Marks notifications of a user as read, by the query of this name, and counts them. */
export type MarkNotifications = (
  name: "markRead" | "markReadThrough",
  userId: string,
  ...values: readonly QueryValue[]
) => Promise<void>;

/** The methods of a store that these queries implement: the others write, or have a text of their own on each engine. */
export type SharedMethods = Omit<
  DurableStore,
  | "readAccount"
  | "readAccounts"
  | "commit"
  | "sweepOutcomes"
  | "draftCatalog"
  | "setMarks"
  | "saveQuotes"
  | "claimShards"
  | "backUp"
  | "restore"
  | "describe"
  | "readClock"
  | "close"
>;

/** Implements the methods that are the same on every engine. */
export function sharedMethodsOf(runQuery: RunQuery, mark: MarkNotifications): SharedMethods {
  return {
    findOwner: async (accountId) => (await list((row) => textOf(row, "user_id"), "owner", accountId))[0],
    listAccounts: ({ userId, after, limit }) =>
      userId === undefined
        ? list(accountColumns.read, "accounts", after?.userId ?? "", after?.accountId ?? "", limit)
        : list(accountColumns.read, "accountsOfUser", userId, after?.accountId ?? "", limit),
    listAudits: ({ userId, accountId }, { after = 0, limit }) =>
      list(auditColumns.read, "audits", userId, accountId, after, limit),
    listMovements: ({ userId, accountId }, { after = "", limit }) =>
      list(movementColumns.read, "movements", userId, accountId, after, limit),
    readMovement: async (...key) => (await list(movementColumns.read, "movement", ...key))[0],
    readOutcome: async (...key) => (await list(outcomeColumns.read, "outcome", ...key))[0],
    listChanges: ({ shards, limit, ...start }) =>
      list(readChange, "changes", shards, ...startOfChanges(start), limit),
    readHeldSymbols: () => list((row) => textOf(row, "symbol"), "heldSymbols"),
    listNotifications: (userId, { limit, offset }) =>
      list(notificationColumns.read, "notifications", userId, offset, limit),
    countNotifications: async (userId) => countOf((await runQuery("notificationCount", userId))[0]),
    listNotificationsAfter: (userId, { afterId, limit }) =>
      list(notificationColumns.read, "notificationsAfter", userId, afterId % notificationsOfUser, limit),
    readNotificationPlaces: async (userIds) =>
      new Map((await runQuery("traderHeads", userIds)).map((row) => [textOf(row, "user_id"), placesOf(row)])),
    markRead: async ({ userId, ids, atMs }) => {
      // An id contains the number of its row, which is indexed.
      const values = [ids.map((id) => id % notificationsOfUser), ids];
      const marked = markedRead(ids, await runQuery("readFlags", userId, ...values));
      if (marked.count > 0) await mark("markRead", userId, ...values, atMs);
      return marked;
    },
    markReadThrough: async ({ userId, through, atMs }) => {
      const watermark = watermarkOf((await runQuery("notificationCount", userId))[0], through);
      if (watermark?.isNew) await mark("markReadThrough", userId, watermark.n, atMs);
      return watermark !== undefined;
    },
    readRates: (names) => {
      const wanted = JSON.stringify(names.map(({ level, name }) => [level, name]));
      return list(rates.read, "ratesOf", wanted);
    },
    listRates: ({ after, limit }) => list(rates.read, "rates", after?.level ?? "", after?.name ?? "", limit),
    listHolidays: () => list((row) => textOf(row, "date"), "holidays"),
    listExDates: () => list(exDate.read, "exDates"),
    findInstrument: async (symbol) => (await list(instrumentColumns.read, "instrument", symbol))[0],
    listInstruments: ({ after = "", limit }) => list(instrumentColumns.read, "instruments", after, limit),
    readVersions: async () => versionsOf(await runQuery("counters")),
    readChanges: async ({ shards, sinceMs, limit, users, accounts }) => {
      const start = startOfChanges({ sinceMs });
      // By pairs, because two lists would be sought as their product.
      const keys = JSON.stringify(accounts.map(({ userId, accountId }) => [userId, accountId]));
      return changesOf(await runQuery("poll", shards, ...start, limit, users, keys));
    },
    readMarks: (symbols) => list(markColumns.read, "marksOf", symbols),
    listMarks: ({ after = "", limit }) => list(markColumns.read, "marks", after, limit),
    listMarksSince: ({ version, after = "", limit }) =>
      list(markColumns.read, "marksSince", version, after, limit),
    readQuotes: (symbols) => list(quoteColumns.read, "quotesOf", symbols),
    listQuotes: ({ after = "", limit }) => list(quoteColumns.read, "quotes", after, limit),
    listQuotesSince: ({ version, after = "", limit }) =>
      list(quoteColumns.read, "quotesSince", version, after, limit),
    countRows: async () => {
      const [row = {}] = await runQuery("rowCounts");
      return Object.fromEntries(backupTables.map(({ name }) => [name, numberOf(row, name)]));
    },
    readRota: async () => rotaOf(await runQuery("rota")),
  };

  async function list<Item>(
    read: (row: Row) => Item,
    name: ReadName,
    ...values: readonly QueryValue[]
  ): Promise<Item[]> {
    return (await runQuery(name, ...values)).map(read);
  }
}
