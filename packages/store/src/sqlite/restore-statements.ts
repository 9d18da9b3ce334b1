import { tellingTables } from "../backup-tables.ts";
import { unfinishedRestore } from "../unfinished-restore.ts";
import type { RowsStatement } from "./statement.ts";

const isEmpty = tellingTables.map((table) => `not exists (select 1 from ${table})`).join(" and ");
const marks = `select 1 from change_counter where name = '${unfinishedRestore}'`;

type RestoreStatements = {
  /** Looks and marks in one transaction; from then on, every process refuses changes until the end. */
  readonly begin: readonly RowsStatement[];
  readonly end: readonly RowsStatement[];
  /** Fails as long as the mark is there, so that nothing is changed in the middle of a restore. */
  readonly guard: RowsStatement;
  /** Whether the mark is there, and whether anything else is. */
  readonly look: string;
  /** Whether the mark is there, under every schema. */
  readonly lookForMark: string;
};

/** What keeps a restore and changes apart, for SQLite and D1. */
export const restoreStatements: RestoreStatements = {
  begin: [
    {
      sql: `insert into change_counter select '${unfinishedRestore}', 1 where ${isEmpty} and not exists (${marks})`,
      rows: [[]],
    },
    { sql: "insert into commit_guard (account_version_held) select null where changes() = 0", rows: [[]] },
  ],
  end: [{ sql: `delete from change_counter where name = '${unfinishedRestore}'`, rows: [[]] }],
  guard: {
    sql: `insert into commit_guard (account_version_held) select null where exists (${marks})`,
    rows: [[]],
  },
  lookForMark: `select exists (${marks}) as is_marked`,
  look: `select exists (${marks}) as is_marked, ${isEmpty} as is_empty`,
};
