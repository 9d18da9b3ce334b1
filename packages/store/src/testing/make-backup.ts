import type { BackupRow } from "@trading-oms/brokerage/ports";
import { fillStore } from "./fill-store.ts";
import { collectRows } from "./read-rows.ts";
import type { StoreHarness } from "./store-harness.ts";

/** The rows of a backup. */
export type MadeBackup = {
  readonly stream: () => AsyncGenerator<BackupRow>;
  /** What `readRows` returns from a store that it was restored into. */
  readonly rows: (isWanted?: (row: BackupRow) => boolean) => Promise<string[]>;
};

/** Makes a backup with rows in every table, of two users. */
export async function makeBackup(harness: StoreHarness): Promise<MadeBackup> {
  const store = await harness.open();
  await fillStore(store);
  const kept: BackupRow[] = [];
  for await (const row of store.backUp()) kept.push(row);
  async function* stream(): AsyncGenerator<BackupRow> {
    yield* kept;
  }
  return { stream, rows: (isWanted) => collectRows(stream(), isWanted) };
}
