import type { BackupRow, DurableStore } from "@trading-oms/brokerage/ports";

/** Every row of a backup of the store as a text, prefixed by its table, sorted so that engines can be compared. */
export function readRows(store: DurableStore, isWanted?: (row: BackupRow) => boolean): Promise<string[]> {
  return collectRows(store.backUp(), isWanted);
}

/** The same for the rows of any backup. */
export async function collectRows(
  rows: AsyncIterable<BackupRow>,
  isWanted: (row: BackupRow) => boolean = () => true,
): Promise<string[]> {
  const texts: string[] = [];
  for await (const each of rows) {
    if (isWanted(each)) texts.push(`${each.table} ${JSON.stringify(each.row)}`);
  }
  return texts.sort();
}
