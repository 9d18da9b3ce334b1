import type { BackupRow } from "@trading-oms/brokerage/ports";
import { accountBefore, rowsButAccounts } from "./first-schema.ts";
import { makeOldSchema, type OldSchema } from "./make-old-schema.ts";

const key = { user_id: "u-1", account_id: "B-1" };
const hash = "f".repeat(64);
/** The row of a last price in the second schema. */
export const markBefore = { symbol: "FPT", price: 9_007_199_254_740_991, at: 2_000 };

/** The rows of every table except `mark`, which gained columns in later schemas. */
export const rowsButMarks: readonly BackupRow[] = [
  { table: "account", row: { ...accountBefore, audit_count: 1, audit_hash: hash } },
  { table: "audit", row: { ...key, place: 1, entry: '{"of":"f"}', hash } },
  {
    table: "episode",
    row: {
      ...key,
      symbol: "FPT",
      number: 2,
      is_open: 0,
      is_force_close_told: 1,
      reminder: 3,
      opened_at: 1_500,
    },
  },
  { table: "change_counter", row: { name: "marks", value: 4 } },
  ...rowsButAccounts,
];

/** A row in every table of the second schema. */
export const secondSchema: OldSchema = makeOldSchema({
  name: "second",
  step: 2,
  rows: [...rowsButMarks, { table: "mark", row: markBefore }],
  migratedRows: [
    ...rowsButMarks,
    { table: "change_counter", row: { name: "holidays", value: 0 } },
    { table: "change_counter", row: { name: "quotes", value: 0 } },
    { table: "mark", row: { ...markBefore, is_by_hand: 1, version: 1 } },
  ],
  auditCount: 1,
  marksVersion: 4,
  holidaysVersion: 0,
});
