import type { BackupRow } from "@trading-oms/brokerage/ports";
import { makeOldSchema, type OldSchema } from "./make-old-schema.ts";

const holding = {
  user_id: "u-1",
  account_id: "B-1",
  symbol: "FPT",
  quantity: 100,
  entry_vnd: 10_000_000,
  posted_vnd: 5_000_000,
  covered_vnd: 9_007_199_254_740_991,
  is_closing: 1,
  opened_at: 1_000,
  changed_at: 2_000,
};
/** The row of an account in the first schema. */
export const accountBefore: BackupRow["row"] = {
  user_id: "u-1",
  account_id: "B-1",
  version: 3,
  shard: 7,
  equity_vnd: -9_007_199_254_740_991,
  opened_at: 1_000,
  changed_at: 2_000,
};
const told = {
  user_id: "u-1",
  n: 1,
  id: 4_194_305,
  account_id: "B-1",
  type: "Deposit",
  topic: "accounts/B-1/cash",
  message_id: "Deposit/m-1",
  data: '{"text":"Cổ phiếu"}',
  is_read: 0,
  created_at: 2_000,
  updated_at: 2_000,
};

/** The rows of every table except `account`, which gained columns in later schemas. */
export const rowsButAccounts: readonly BackupRow[] = [
  { table: "number_block", row: { id: 1, next_number: 33 } },
  { table: "change_counter", row: { name: "catalog", value: 3 } },
  { table: "change_counter", row: { name: "rates", value: 2 } },
  {
    table: "trader",
    row: { user_id: "u-1", number: 1, shard: 7, notification_count: 1, notified_at: 2_000 },
  },
  { table: "account_owner", row: { account_id: "B-1", user_id: "u-1" } },
  { table: "position", row: holding },
  {
    table: "movement",
    row: {
      user_id: "u-1",
      movement_id: "m-1",
      account_id: "B-1",
      kind: "deposit",
      amount_vnd: 5,
      at: 2_000,
    },
  },
  { table: "notification", row: told },
  {
    table: "outcome",
    row: { user_id: "u-1", idempotency_key: "k-1", fingerprint: "f-1", outcome: "{}", at: 2_000 },
  },
  {
    table: "rates",
    row: {
      level: "group",
      name: "STO",
      margin_ratio: 500_000,
      margin_call_rate: 400_000,
      force_close_rate: 300_000,
      changed_at: 1_000,
    },
  },
  { table: "catalog_generation", row: { generation: 9, state: "current", touched_at: 1_000 } },
  { table: "catalog_head", row: { id: 1, generation: 9 } },
  { table: "instrument", row: { generation: 9, symbol: "FPT", details: "{}" } },
];

/** A row in every table of the first schema. */
export const firstSchema: OldSchema = makeOldSchema({
  name: "first",
  step: 1,
  rows: [{ table: "account", row: accountBefore }, ...rowsButAccounts],
  migratedRows: [
    { table: "account", row: { ...accountBefore, audit_count: 0, audit_hash: "" } },
    { table: "change_counter", row: { name: "marks", value: 0 } },
    { table: "change_counter", row: { name: "holidays", value: 0 } },
    { table: "change_counter", row: { name: "quotes", value: 0 } },
    ...rowsButAccounts,
  ],
  auditCount: 0,
  marksVersion: 0,
  holidaysVersion: 0,
});
