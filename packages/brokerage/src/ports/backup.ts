/** One row of a backup: its table and its columns by name. */
export type BackupRow = { readonly table: string; readonly row: Readonly<Record<string, unknown>> };

export type BackupStore = {
  /** Every row of one snapshot. Writers continue meanwhile. */
  backUp(): AsyncIterable<BackupRow>;
  /** Fills an empty store; throws if it is not empty. Changes are refused meanwhile. */
  restore(rows: AsyncIterable<BackupRow>): Promise<void>;
  /** Counts the rows of every table, which takes long where there are many. */
  countRows(): Promise<Readonly<Record<string, number>>>;
};
