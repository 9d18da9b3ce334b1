/** The rows of a backup of the store in memory, in the format of every engine. */
import type { BackupRow } from "@trading-oms/brokerage/ports";
import { type BackupValue, backupTables, type RestoredChunk } from "../sql/backup.ts";
import {
  contactTextOf,
  heardNames,
  judgedTextOf,
  notificationsOfUser,
  numberOf,
  originCodeOf,
  type Row,
  readRow,
  textOf,
  versionsOf,
} from "../sql/rows.ts";
import {
  countUnread,
  type MemoryAccount,
  type MemoryContent,
  type MemoryTrader,
  newTrader,
} from "./content.ts";
import { scopeOf } from "./reference.ts";

type Value = BackupValue | bigint | boolean;

/** Every row, in the order of the tables. */
export function rowsOf(content: MemoryContent): BackupRow[] {
  const { traders, accounts, rates, marks, quotes, catalog, holidays, versions } = content;
  const generation = versions.catalog === 0 ? 0 : 1;
  return [
    row("number_block", 1, content.nextNumber),
    ...countersOf(content).map(([name, value]) => row("change_counter", name, value)),
    ...[...traders].map(([userId, trader]) => traderRow(userId, trader)),
    ...[...accounts.values()].map(({ account }) => row("account_owner", account.accountId, account.userId)),
    ...[...accounts.values()].flatMap(accountRows),
    ...[...traders].flatMap(([userId, trader]) => rowsOfTrader(userId, trader)),
    ...[...rates.values()].map((each) =>
      row(
        "rates",
        ...[each.level, each.name, each.marginRatio, each.marginCallRate, each.forceCloseRate],
        each.changedAtMs,
      ),
    ),
    ...[...marks.values()].map((mark) =>
      row("mark", mark.symbol, mark.price, mark.atMs, originCodeOf(mark), mark.version),
    ),
    ...holidays.map((date) => row("holiday", date)),
    ...[...quotes.values()].map(({ symbol, atMs, seq, snapshot, version }) =>
      row("quote", symbol, atMs, seq, snapshot, version),
    ),
    ...(generation === 0 ? [] : [row("catalog_generation", generation, "current", 0)]),
    row("catalog_head", 1, generation),
    ...[...catalog.values()].map(({ symbol, details }) => row("instrument", generation, symbol, details)),
  ];
}

/** Fills an empty store with the rows of a backup. */
export function restoreRows(content: MemoryContent, chunks: readonly RestoredChunk[]): void {
  const rows = new Map<string, Row[]>();
  for (const { table, rows: values } of chunks) {
    const columns = backupTables[table] ?? [];
    const named = values.map((each) => Object.fromEntries(columns.map((name, at) => [name, each[at]])));
    rows.set(table, [...(rows.get(table) ?? []), ...named]);
  }
  const all = (table: string): readonly Row[] => rows.get(table) ?? [];
  content.nextNumber = Math.max(1, ...all("number_block").map((each) => numberOf(each, "next_number")));
  content.versions = versionsOf(all("change_counter"));
  restoreTraders(content, all);
  restoreAccounts(content, all);
  for (const each of all("rates")) content.rates.set(scopeOf(readRow.rates(each)), readRow.rates(each));
  for (const each of all("mark"))
    content.marks.set(textOf(each, "symbol"), { ...readRow.mark(each), version: numberOf(each, "version") });
  for (const each of all("quote"))
    content.quotes.set(textOf(each, "symbol"), {
      ...readRow.quote(each),
      version: numberOf(each, "version"),
    });
  content.holidays = all("holiday").map((each) => textOf(each, "date"));
  content.catalog = new Map(
    all("instrument").map((each) => [textOf(each, "symbol"), readRow.instrument(each)]),
  );
}

function restoreTraders({ traders }: MemoryContent, all: (table: string) => readonly Row[]): void {
  for (const each of all("trader")) {
    const trader = newTrader(numberOf(each, "number"), numberOf(each, "shard"));
    trader.notifiedAtMs = numberOf(each, "notified_at");
    trader.readThrough = numberOf(each, "read_through");
    trader.readThroughAtMs = numberOf(each, "read_through_at");
    traders.set(textOf(each, "user_id"), trader);
  }
  const ownerOf = (each: Row): MemoryTrader | undefined => traders.get(textOf(each, "user_id"));
  for (const each of all("movement")) {
    const movement = readRow.movement(each);
    ownerOf(each)?.movements.set(movement.movementId, movement);
  }
  for (const each of all("outcome")) {
    const outcome = readRow.outcome(each);
    ownerOf(each)?.outcomes.set(outcome.idempotencyKey, outcome);
  }
  const inOrder = all("notification").toSorted((one, other) => numberOf(one, "n") - numberOf(other, "n"));
  for (const each of inOrder) {
    const notification = readRow.notification(each);
    ownerOf(each)?.notifications.push(notification);
    ownerOf(each)?.messageIds.add(notification.messageId);
  }
}

function restoreAccounts({ accounts }: MemoryContent, all: (table: string) => readonly Row[]): void {
  const group = (table: string): Map<string, readonly Row[]> =>
    Map.groupBy(all(table), (each) => textOf(each, "account_id"));
  const [positions, episodes, audits] = [group("position"), group("episode"), group("audit")];
  for (const each of all("account")) {
    const account = readRow.account(each);
    const listed = (rows: Map<string, readonly Row[]>): readonly Row[] => rows.get(account.accountId) ?? [];
    accounts.set(account.accountId, {
      account,
      shard: numberOf(each, "shard"),
      positions: bySymbol(listed(positions).map(readRow.position)),
      episodes: bySymbol(listed(episodes).map(readRow.episode)),
      audits: listed(audits)
        .map(readRow.audit)
        .toSorted((one, other) => one.place - other.place),
    });
  }
}

function bySymbol<Item extends { readonly symbol: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.symbol, item]));
}

function countersOf({ versions }: MemoryContent): (readonly [string, number])[] {
  const { feedHeardAtMs, simulationHeardAtMs, ...counters } = versions;
  const heard = { [heardNames.feed]: feedHeardAtMs, [heardNames.simulation]: simulationHeardAtMs };
  return Object.entries({ ...counters, ...heard }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
}

function traderRow(userId: string, trader: MemoryTrader): BackupRow {
  const { number, shard, notifications, notifiedAtMs, readThrough, readThroughAtMs } = trader;
  return row(
    "trader",
    ...[userId, number, shard, notifications.length, notifiedAtMs, readThrough, readThroughAtMs],
    countUnread(trader),
  );
}

function rowsOfTrader(userId: string, { movements, notifications, outcomes }: MemoryTrader): BackupRow[] {
  return [
    ...[...movements.values()].map(({ movementId, accountId, kind, amountVnd, atMs }) =>
      row("movement", userId, movementId, accountId, kind, amountVnd, atMs),
    ),
    ...notifications.map((each) =>
      row(
        "notification",
        ...[userId, each.id % notificationsOfUser, each.id, each.accountId, each.type, each.topic],
        ...[each.messageId, each.data, each.isRead, each.createdAtMs, each.updatedAtMs],
      ),
    ),
    ...[...outcomes.values()].map(({ idempotencyKey, fingerprint, outcome, atMs }) =>
      row("outcome", userId, idempotencyKey, fingerprint, outcome, atMs),
    ),
  ];
}

function accountRows({ account, shard, positions, episodes, audits }: MemoryAccount): BackupRow[] {
  const key = [account.userId, account.accountId] as const;
  const { version, equityVnd, openedAtMs, changedAtMs, auditCount, auditHash } = account;
  return [
    row("account", ...key, version, shard, equityVnd, openedAtMs, changedAtMs, auditCount, auditHash),
    ...[...positions.values()].map((each) =>
      row(
        "position",
        ...[...key, each.symbol, each.quantity, each.entryVnd, each.postedVnd, each.coveredVnd],
        ...[each.isClosing, each.openedAtMs, each.changedAtMs, judgedTextOf(each.judged)],
      ),
    ),
    ...[...episodes.values()].map((each) =>
      row(
        "episode",
        ...[...key, each.symbol, each.number, each.isOpen, each.isForceCloseTold, each.reminder],
        ...[each.openedAtMs, contactTextOf(each.lastContact)],
      ),
    ),
    ...audits.map(({ place, entry, hash }) => row("audit", ...key, place, entry, hash)),
  ];
}

/** A row of a table, with values in the order of its columns. */
function row(table: string, ...values: readonly Value[]): BackupRow {
  const plain = values.map((value) =>
    typeof value === "bigint" || typeof value === "boolean" ? Number(value) : value,
  );
  const columns = backupTables[table] ?? [];
  return { table, row: Object.fromEntries(columns.map((column, at) => [column, plain[at]])) };
}
