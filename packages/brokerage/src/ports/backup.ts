/** One row of a backup: its table and its columns by name. */
export type BackupRow = { readonly table: string; readonly row: Readonly<Record<string, unknown>> };

/** Exports and imports all data. */
export type BackupStore = {
  /** Every row of one snapshot. Writers continue meanwhile. */
  backUp(): AsyncIterable<BackupRow>;
  /** Fills an empty store; throws if it is not empty. Changes are refused meanwhile. */
  restore(rows: AsyncIterable<BackupRow>): Promise<void>;
};
