import type { BackupRow } from "@trading-oms/brokerage/ports";
import { fillStore } from "./fill-store.ts";
import { gatherRows } from "./read-rows.ts";
import type { StoreHarness } from "./store-harness.ts";

/** A backup as it lies in a file. */
export type MadeBackup = {
  readonly stream: () => AsyncGenerator<BackupRow>;
  /** What `readRows` finds where it was restored. */
  readonly rows: (isWanted?: (row: BackupRow) => boolean) => Promise<string[]>;
};

/** Makes a backup with a row in every table, of more users than one. */
export async function makeBackup(harness: StoreHarness): Promise<MadeBackup> {
  const store = await harness.open();
  await fillStore(store);
  const kept: BackupRow[] = [];
  for await (const row of store.backUp()) kept.push(row);
  async function* stream(): AsyncGenerator<BackupRow> {
    yield* kept;
  }
  return { stream, rows: (isWanted) => gatherRows(stream(), isWanted) };
}
