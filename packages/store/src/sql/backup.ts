import type { BackupRow } from "@trading-oms/brokerage/ports";
import { StoreFault } from "../store-fault.ts";
import type { Table } from "./table.ts";
import { backupTables } from "./tables.ts";

/** Tables of key and value whose rows the schema creates. A restore replaces these rows. */
export const fixedTables: readonly string[] = ["number_block", "change_counter", "catalog_head"];

/** A database is empty if all of these tables are empty. */
export const contentTables: readonly string[] = [
  "app_user",
  "account_owner",
  "rates",
  "mark",
  "holiday",
  "ex_date",
  "quote",
  "instrument",
];

/** A backup holds only the current catalog. */
const conditions: Readonly<Record<string, string>> = {
  catalog_generation: " where state = 'current'",
  instrument: " where generation = (select generation from catalog_head)",
};

/** The query for the rows of a table that belong in a backup, for every engine. */
export function backupQueryOf({ name, names }: Table): string {
  return `select ${names} from ${name}${conditions[name] ?? ""}`;
}

type BackupValue = string | number | null;

/** Rows of one table, in the order of its columns. */
export type RestoredChunk = { readonly table: Table; readonly rows: readonly (readonly BackupValue[])[] };

const rowsInChunkMax = 1_000;

/** Groups the rows of a backup into chunks of one table each. Rejects unknown tables and invalid values. */
export async function* chunkRows(rows: AsyncIterable<BackupRow>): AsyncGenerator<RestoredChunk> {
  let table: Table | undefined;
  let gathered: BackupValue[][] = [];
  for await (const { table: name, row } of rows) {
    if (table !== undefined && (name !== table.name || gathered.length === rowsInChunkMax)) {
      yield { table, rows: gathered };
      gathered = [];
    }
    table = name === table?.name ? table : tableOf(name);
    gathered.push(readValues(table, row));
  }
  if (table !== undefined) yield { table, rows: gathered };
}

function tableOf(name: string): Table {
  const table = backupTables.find((each) => each.name === name);
  if (table !== undefined) return table;
  throw new StoreFault("broken_backup", `The backup has a table ${name}, which is unknown.`);
}

function readValues(table: Table, row: BackupRow["row"]): BackupValue[] {
  return table.columns.map(({ name, isNullable }) => {
    const value = row[name];
    if (value === null && isNullable) return null;
    if (typeof value === "string" || Number.isSafeInteger(value)) return value as BackupValue;
    throw new StoreFault("broken_backup", `A row of ${table.name} in the backup has no ${name}.`);
  });
}
