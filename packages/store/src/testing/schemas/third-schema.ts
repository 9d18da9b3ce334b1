import type { BackupRow } from "@trading-oms/brokerage/ports";
import { makeOldSchema, type OldSchema } from "./make-old-schema.ts";
import { markBefore, rowsButMarks } from "./second-schema.ts";

const rows: readonly BackupRow[] = [
  ...rowsButMarks,
  { table: "mark", row: { ...markBefore, is_by_hand: 1, version: 4 } },
  { table: "change_counter", row: { name: "holidays", value: 6 } },
  { table: "holiday", row: { date: "2025-09-01" } },
];

const rowsWithQuotes = [...rows, { table: "change_counter", row: { name: "quotes", value: 0 } }];
const kept = { migratedRows: rowsWithQuotes, auditCount: 1, marksVersion: 4, holidaysVersion: 6 };

/** A row in every table of the third schema that backups include. */
export const thirdSchema: OldSchema = makeOldSchema({ name: "third", step: 3, rows, ...kept });

/** The fourth schema, which added the table of quotes. */
export const fourthSchema: OldSchema = makeOldSchema({
  name: "fourth",
  step: 4,
  rows: rowsWithQuotes,
  ...kept,
});
