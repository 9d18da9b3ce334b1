import type { Store } from "@trading-oms/brokerage/ports";
import { notificationsOfUser, type Row, readRow, rotaOf, textOf, versionsOf } from "./rows.ts";

/**
 * What every engine reads alike. Lists are written as PostgreSQL has them, and places as SQLite does; `forSqlite` and
 * `forPostgresql` make each engine's text of them.
 */
export const readTexts = {
  owner: "select user_id from account_owner where account_id = ?1",
  accounts: `select * from account where (user_id, account_id) > (?1, ?2)
    order by user_id, account_id limit ?3`,
  accountsOfUser: "select * from account where user_id = ?1 and account_id > ?2 order by account_id limit ?3",
  audits: `select place, entry, hash from audit
    where user_id = ?1 and account_id = ?2 and place > ?3 order by place limit ?4`,
  movement: "select * from movement where user_id = ?1 and movement_id = ?2",
  outcome: "select * from outcome where user_id = ?1 and idempotency_key = ?2",
  heldSymbols: "select distinct symbol from position",
  // The rows of a user are numbered without a gap, so the first row of a page is found and not counted to.
  notifications: `select n, id, account_id, type, topic, message_id, data, is_read, created_at, updated_at
    from notification where user_id = ?1
      and n <= (select notification_count from trader where user_id = ?1) - cast(?2 as bigint)
    order by n desc limit ?3`,
  readFlags: `select id, is_read from notification
    where user_id = ?1 and n = any(?2::bigint[]) and id = any(?3::bigint[])`,
  markRead: `update notification
    set is_read = 1, updated_at = case when updated_at > ?4 then updated_at else ?4 end
    where is_read = 0 and user_id = ?1 and n = any(?2::bigint[]) and id = any(?3::bigint[])`,
  rates: "select * from rates where (level, name) > (?1, ?2) order by level, name limit ?3",
  ratesOf: `select rates.* from json_array_elements(?1::json) as wanted
    join rates on rates.level = wanted.value ->> 0 and rates.name = wanted.value ->> 1`,
  holidays: "select date from holiday order by date",
  instrument: `select symbol, details from instrument
    where generation = (select generation from catalog_head) and symbol = ?1`,
  instruments: `select symbol, details from instrument
    where generation = (select generation from catalog_head) and symbol > ?1 order by symbol limit ?2`,
  counters: "select name, value from change_counter",
  marks: "select * from mark where symbol > ?1 order by symbol limit ?2",
  marksOf: "select * from mark where symbol = any(?1::text[])",
  // Appending nothing keeps an engine from walking all symbols for the few that changed.
  marksSince: "select * from mark where version > ?1 and symbol || '' > ?2 order by symbol || '' limit ?3",
  quotes: "select * from quote where symbol > ?1 order by symbol limit ?2",
  quotesOf: "select * from quote where symbol = any(?1::text[])",
  quotesSince: "select * from quote where version > ?1 and symbol || '' > ?2 order by symbol || '' limit ?3",
  // One statement, so that watchers and leases are of one moment.
  rota: `select cast(null as int) as shard, holder, cast(null as bigint) as fencing, until from watcher
    union all select shard, holder, fencing, until from lease order by shard, holder`,
} as const;

export type ReadName = keyof typeof readTexts;

/** A value of a place in a statement; lists only where the text has one. */
export type AskedValue = string | number | readonly string[] | readonly number[];

/** Asks a query by its name. */
export type Ask<Name extends string = ReadName> = (
  name: Name,
  ...values: readonly AskedValue[]
) => Promise<readonly Row[]>;

/** The text for SQLite and D1, where a list is a JSON text. */
export function forSqlite(text: string): string {
  return text
    .replaceAll(/= any\((\?\d)::\w+\[\]\)/g, "in (select value from json_each($1))")
    .replaceAll(/json_array_elements\((\?\d)::json\)/g, "json_each($1)");
}

/** The text for PostgreSQL. */
export function forPostgresql(text: string): string {
  return text.replaceAll(/\?(?=\d)/g, "$");
}

/** The places of `readFlags` and `markRead` for these ids: an id holds the number of its row, by which it is found. */
export function idValues(userId: string, ids: readonly number[]): [string, number[], readonly number[]] {
  return [userId, ids.map((id) => id % notificationsOfUser), ids];
}

/** The key that the changes asked for come after: the last one that was read, or the beginning of a time. */
export function startOfChanges({
  after,
  sinceMs,
}: Pick<Parameters<Store["listChanges"]>[0], "after" | "sinceMs">): [number, string, string] {
  if (after === undefined || after.changedAtMs < sinceMs) return [sinceMs, "", ""];
  return [after.changedAtMs, after.userId, after.accountId];
}

/** How long a watcher whose time is over is still told of. */
export const watcherKeptMsMax: number = 86_400_000;

export type Reads = Pick<
  Store,
  | "findOwner"
  | "listAccounts"
  | "listAudits"
  | "readMovement"
  | "readOutcome"
  | "readHeldSymbols"
  | "listNotifications"
  | "readRates"
  | "listRates"
  | "listHolidays"
  | "findInstrument"
  | "listInstruments"
  | "readVersions"
  | "readMarks"
  | "listMarks"
  | "listMarksSince"
  | "readQuotes"
  | "listQuotes"
  | "listQuotesSince"
  | "readRota"
>;

/** What a store reads by these queries. */
export function readsOf(ask: Ask): Reads {
  return {
    findOwner: async (accountId) => (await list((row) => textOf(row, "user_id"), "owner", accountId))[0],
    listAccounts: ({ userId, after, limit }) =>
      userId === undefined
        ? list(readRow.account, "accounts", after?.userId ?? "", after?.accountId ?? "", limit)
        : list(readRow.account, "accountsOfUser", userId, after?.accountId ?? "", limit),
    listAudits: ({ userId, accountId }, { after = 0, limit }) =>
      list(readRow.audit, "audits", userId, accountId, after, limit),
    readMovement: async (...key) => (await list(readRow.movement, "movement", ...key))[0],
    readOutcome: async (...key) => (await list(readRow.outcome, "outcome", ...key))[0],
    readHeldSymbols: () => list((row) => textOf(row, "symbol"), "heldSymbols"),
    listNotifications: (userId, { limit, offset }) =>
      list(readRow.notification, "notifications", userId, offset, limit),
    readRates: (names) => {
      const wanted = JSON.stringify(names.map(({ level, name }) => [level, name]));
      return list(readRow.rates, "ratesOf", wanted);
    },
    listRates: ({ after, limit }) =>
      list(readRow.rates, "rates", after?.level ?? "", after?.name ?? "", limit),
    listHolidays: () => list((row) => textOf(row, "date"), "holidays"),
    findInstrument: async (symbol) => (await list(readRow.instrument, "instrument", symbol))[0],
    listInstruments: ({ after = "", limit }) => list(readRow.instrument, "instruments", after, limit),
    readVersions: async () => versionsOf(await ask("counters")),
    readMarks: (symbols) => list(readRow.mark, "marksOf", symbols),
    listMarks: ({ after = "", limit }) => list(readRow.mark, "marks", after, limit),
    listMarksSince: ({ version, after = "", limit }) =>
      list(readRow.mark, "marksSince", version, after, limit),
    readQuotes: (symbols) => list(readRow.quote, "quotesOf", symbols),
    listQuotes: ({ after = "", limit }) => list(readRow.quote, "quotes", after, limit),
    listQuotesSince: ({ version, after = "", limit }) =>
      list(readRow.quote, "quotesSince", version, after, limit),
    readRota: async () => rotaOf(await ask("rota")),
  };

  async function list<Item>(
    read: (row: Row) => Item,
    name: ReadName,
    ...values: readonly AskedValue[]
  ): Promise<Item[]> {
    return (await ask(name, ...values)).map(read);
  }
}
