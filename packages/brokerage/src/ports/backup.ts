/** One row of a backup: its table and its columns by name. */
export type BackupRow = { readonly table: string; readonly row: Readonly<Record<string, unknown>> };

/** Moves all data out and in. */
export type BackupStore = {
  /** Every row, all of one moment, while others go on writing. */
  backUp(): AsyncIterable<BackupRow>;
  /** Fills a store that holds nothing yet; throws where it holds something. Changes are refused meanwhile. */
  restore(rows: AsyncIterable<BackupRow>): Promise<void>;
};
