import type { BackupRow } from "@trading-oms/brokerage/ports";
import { readBackupLines } from "./read-backup-lines.ts";

/** Reads the rows of a backup that was checked. */
export async function* readBackupRows(
  file: string,
  tell: (count: number) => void,
): AsyncGenerator<BackupRow> {
  let count = 0;
  for await (const line of readBackupLines(file)) {
    const row = JSON.parse(line) as BackupRow | { readonly table?: undefined };
    // The head and the tail belong to no table.
    if (row.table === undefined) continue;
    yield row;
    count += 1;
    if (count % 1_000 === 0) tell(count);
  }
  tell(count);
}
