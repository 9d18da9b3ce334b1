import type {
  AccountChange,
  AccountState,
  MarkedRead,
  NotificationCount,
  NotificationPlaces,
  PricedAccount,
  QuoteDayRecord,
  Rota,
  StoreChanges,
  StoreVersions,
} from "@trading-oms/brokerage/ports";
import { heardNames } from "./newer-prices.ts";
import { type Row, toNumber, toText } from "./table.ts";
import { accountColumns, episodeColumns, lease, markColumns, positionColumns, watcher } from "./tables.ts";

/** Reads what orders the changes of accounts. */
export function readChange(row: Row): AccountChange {
  return {
    userId: textOf(row, "user_id"),
    accountId: textOf(row, "account_id"),
    version: numberOf(row, "version"),
    changedAtMs: numberOf(row, "changed_at"),
  };
}

/** An integer column as a number. Throws outside the safe integers. */
export function numberOf(row: Row, name: string): number {
  return toNumber(row[name], name);
}

export function textOf(row: Row, name: string): string {
  return toText(row[name], name);
}

/** The number of notification ids of a user: an id is the user's number times this, plus the row's number. */
export const notificationsOfUser = 4_194_304;

/** Converts the counts in a user's row. A user without an account has no row. */
export function countOf(row: Row | undefined): NotificationCount {
  if (row === undefined) return { unread: 0, all: 0, newestId: 0 };
  const all = numberOf(row, "notification_count");
  const newestId = all === 0 ? 0 : numberOf(row, "number") * notificationsOfUser + all;
  return { unread: numberOf(row, "unread_count"), all, newestId };
}

/**
 * The watermark that an id asks for: the number of its row, at most that of the newest, and whether that is after the present
 * watermark. Undefined if the id is not in the user's range.
 */
export function watermarkOf(row: Row | undefined, id: number): { n: number; isNew: boolean } | undefined {
  if (row === undefined || Math.floor(id / notificationsOfUser) !== numberOf(row, "number")) return undefined;
  const n = Math.min(id % notificationsOfUser, numberOf(row, "notification_count"));
  return { n, isNew: n > numberOf(row, "read_through") };
}

/** The ids of a user's notifications lie above `floorId`, up to `newestId`. */
export function placesOf(row: Row): NotificationPlaces {
  const floorId = numberOf(row, "number") * notificationsOfUser;
  return {
    floorId,
    newestId: floorId + numberOf(row, "notification_count"),
    ceilingId: floorId + notificationsOfUser - 1,
  };
}

/** Converts a row of an account with its positions and episodes as JSON. */
export function stateOf(row: Row, positions: readonly Row[] = listOf(row, "positions")): AccountState {
  return {
    account: accountColumns.read(row),
    positions: positions.map(positionColumns.read),
    episodes: listOf(row, "episodes").map(episodeColumns.read),
    notificationCount: numberOf(row, "notification_count"),
    versions: readVersions(JSON.parse(textOf(row, "versions"))),
  };
}

/** Converts a row of an account whose positions have the last price and the day of their symbol as well, if known. */
export function pricedOf(row: Row): PricedAccount {
  const positions = listOf(row, "positions");
  const prices = {
    marks: positions.filter(({ price }) => price !== null && price !== undefined).map(markColumns.read),
    quotes: positions.filter(({ day }) => day !== null && day !== undefined).map(readQuoteDay),
  };
  return { ...stateOf(row, positions), prices };
}

/** Reads the day of a quote that was joined to a position. */
function readQuoteDay(row: Row): QuoteDayRecord {
  return {
    ...{ symbol: textOf(row, "symbol"), atMs: numberOf(row, "quote_at") },
    ...{ seq: numberOf(row, "seq"), day: textOf(row, "day") },
  };
}

/** Skips `JSON.parse` for empty lists, because most accounts have no episode. */
function listOf(row: Row, name: string): readonly Row[] {
  const text = textOf(row, name);
  return text === "[]" ? [] : JSON.parse(text);
}

/** The result of marking these ids as read, given the rows that exist. One unknown id marks none. */
export function markedRead(ids: readonly number[], rows: readonly Row[]): MarkedRead {
  const known = new Set(rows.map((row) => numberOf(row, "id")));
  const unknownIds = ids.filter((id) => !known.has(id));
  const unread = rows.filter((row) => numberOf(row, "is_read") === 0);
  return { count: unknownIds.length > 0 ? 0 : unread.length, unknownIds };
}

/** Separates rows into watchers and leases, in their order. A watcher's row has no shard. */
export function rotaOf(rows: readonly Row[]): Rota {
  return {
    watchers: rows.filter(({ shard }) => shard === null).map(watcher.read),
    leases: rows.filter(({ shard }) => shard !== null).map(lease.read),
  };
}

/** The counters that reveal changes by other processes, and when the sources of prices were heard. */
export function versionsOf(rows: readonly Row[]): StoreVersions {
  return readVersions(Object.fromEntries(rows.map((row) => [row["name"], row["value"]])));
}

/** Separates the rows of a poll by their kind. */
export function changesOf(rows: readonly Row[]): StoreChanges {
  const {
    counter = [],
    changed = [],
    user = [],
    account = [],
  } = Object.groupBy(rows, (row) => textOf(row, "kind"));
  return {
    versions: readVersions(Object.fromEntries(counter.map((row) => [row["user_id"], row["version"]]))),
    changed: changed.map(readChange),
    newestIds: new Map(
      user.map((row) => [
        textOf(row, "user_id"),
        placesOf({ number: row["version"], notification_count: row["changed_at"] }).newestId,
      ]),
    ),
    accountVersions: new Map(account.map((row) => [textOf(row, "account_id"), numberOf(row, "version")])),
  };
}

/** A missing counter was never incremented, and a source without a row was never heard. */
function readVersions(values: Row): StoreVersions {
  const heardOf = (name: string): number | undefined =>
    values[name] === undefined ? undefined : numberOf(values, name);
  const countOf = (name: string): number => heardOf(name) ?? 0;
  return {
    catalog: countOf("catalog"),
    rates: countOf("rates"),
    marks: countOf("marks"),
    holidays: countOf("holidays"),
    quotes: countOf("quotes"),
    exDates: countOf("ex_dates"),
    feedHeardAtMs: heardOf(heardNames.feed),
    simulationHeardAtMs: heardOf(heardNames.simulation),
  };
}
