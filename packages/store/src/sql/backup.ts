import type { BackupRow } from "@trading-oms/brokerage/ports";
import { StoreFault } from "../store-fault.ts";

/** The tables of a backup with their columns, in the order of backup and restore. */
const columnsOf = {
  number_block: "id, next_number",
  change_counter: "name, value",
  trader:
    "user_id, number, shard, notification_count, notified_at, read_through, read_through_at, unread_count",
  account_owner: "account_id, user_id",
  account: "user_id, account_id, version, shard, equity_vnd, opened_at, changed_at, audit_count, audit_hash",
  position:
    "user_id, account_id, symbol, quantity, entry_vnd, posted_vnd, covered_vnd, is_closing, opened_at, changed_at, judged",
  episode:
    "user_id, account_id, symbol, number, is_open, is_force_close_told, reminder, opened_at, last_contact",
  audit: "user_id, account_id, place, entry, hash",
  movement: "user_id, movement_id, account_id, kind, amount_vnd, at",
  notification: "user_id, n, id, account_id, type, topic, message_id, data, is_read, created_at, updated_at",
  outcome: "user_id, idempotency_key, fingerprint, outcome, at",
  rates: "level, name, margin_ratio, margin_call_rate, force_close_rate, changed_at",
  mark: "symbol, price, at, is_by_hand, version",
  holiday: "date",
  quote: "symbol, at, seq, snapshot, version",
  catalog_generation: "generation, state, touched_at",
  catalog_head: "id, generation",
  instrument: "generation, symbol, details",
} as const;

/** The tables of a backup, each with the list of its columns. */
export const backupTables: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(columnsOf).map(([table, columns]) => [table, columns.split(", ")]),
);

/** The columns that may be null. */
const nullableColumns: readonly string[] = ["position.judged", "episode.last_contact"];

/** Tables of key and value whose rows the schema creates. A restore replaces these rows. */
export const fixedTables: readonly string[] = ["number_block", "change_counter", "catalog_head"];

/** A database is empty if all of these tables are empty. */
export const contentTables: readonly string[] = [
  "trader",
  "account_owner",
  "rates",
  "mark",
  "holiday",
  "quote",
  "instrument",
];

/** A backup holds only the current catalog. */
const conditions: Readonly<Record<string, string>> = {
  catalog_generation: " where state = 'current'",
  instrument: " where generation = (select generation from catalog_head)",
};

/** The query for the rows of a table that belong in a backup, for every engine. */
export function backupQueryOf(table: string): string {
  return `select ${(backupTables[table] ?? []).join(", ")} from ${table}${conditions[table] ?? ""}`;
}

export type BackupValue = string | number | null;

/** Rows of one table, in the order of its columns. */
export type RestoredChunk = { readonly table: string; readonly rows: readonly (readonly BackupValue[])[] };

const rowsInChunkMax = 1_000;

/** Groups the rows of a backup into chunks of one table each. Rejects unknown tables and invalid values. */
export async function* chunkRows(rows: AsyncIterable<BackupRow>): AsyncGenerator<RestoredChunk> {
  let table = "";
  let gathered: BackupValue[][] = [];
  for await (const { table: next, row } of rows) {
    if (gathered.length > 0 && (next !== table || gathered.length === rowsInChunkMax)) {
      yield { table, rows: gathered };
      gathered = [];
    }
    table = next;
    gathered.push(readValues(next, row));
  }
  if (gathered.length > 0) yield { table, rows: gathered };
}

function readValues(table: string, row: BackupRow["row"]): BackupValue[] {
  const columns = backupTables[table];
  if (columns === undefined)
    throw new StoreFault("broken-backup", `The backup has a table ${table}, which is unknown.`);
  return columns.map((column) => {
    const value = row[column];
    if (value === null && nullableColumns.includes(`${table}.${column}`)) return null;
    if (typeof value === "string" || Number.isSafeInteger(value)) return value as BackupValue;
    throw new StoreFault("broken-backup", `A row of ${table} in the backup has no ${column}.`);
  });
}
