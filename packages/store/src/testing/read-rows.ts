import type { BackupRow, Store } from "@trading-oms/brokerage/ports";

/** Everything that a store keeps, each row as a text with its table before it, in an order that no engine chooses. */
export function readRows(store: Store, isWanted?: (row: BackupRow) => boolean): Promise<string[]> {
  return gatherRows(store.backUp(), isWanted);
}

/** The same of rows that come from elsewhere. */
export async function gatherRows(
  rows: AsyncIterable<BackupRow>,
  isWanted: (row: BackupRow) => boolean = () => true,
): Promise<string[]> {
  const texts: string[] = [];
  for await (const each of rows) {
    if (isWanted(each)) texts.push(`${each.table} ${JSON.stringify(each.row)}`);
  }
  return texts.sort();
}
