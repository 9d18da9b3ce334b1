/** What the first line of a backup says that it is. */
export const backupFormat = "trading-oms-backup";

/** The version of the lines themselves; what the rows hold is told by the schema. */
export const backupVersion = 1;

/** The first line of a backup. */
export type BackupHead = {
  readonly format: typeof backupFormat;
  readonly version: typeof backupVersion;
  readonly schema: number;
  readonly createdAt: string;
};

/** The last line of a backup, by which a whole one is told from a cut one. */
export type BackupTail = { readonly end: true; readonly rows: number };
