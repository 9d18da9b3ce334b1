import type { BackupRow, Store } from "@trading-oms/brokerage/ports";
import { expect } from "vitest";
import { makeAudit, makeChange, makeEpisode } from "./make-change.ts";

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
const account = {
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

const rowsButAccounts: readonly BackupRow[] = [
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
export const rowsOfFirstSchema: readonly BackupRow[] = [
  { table: "account", row: account },
  ...rowsButAccounts,
];

/** The statements that write them, on every engine, where that schema was made. */
export const insertsOfFirstSchema: readonly string[] = [
  ...["number_block", "change_counter", "catalog_head"].map((table) => `delete from ${table}`),
  ...rowsOfFirstSchema.map(
    ({ table, row }) =>
      `insert into ${table} (${Object.keys(row).join(", ")}) values (${Object.values(row).map(literalOf).join(", ")})`,
  ),
];

/** What `readRows` finds of them under the schema of today. */
export const rowsSince: readonly string[] = [
  { table: "account", row: { ...account, audit_count: 0, audit_hash: "" } },
  { table: "change_counter", row: { name: "marks", value: 0 } },
  ...rowsButAccounts,
]
  .map(({ table, row }) => `${table} ${JSON.stringify(row)}`)
  .sort();

/** Uses all that has come since on the account of the first schema. */
export async function goOnFromFirstSchema(store: Store): Promise<void> {
  const change = makeChange("u-1", "B-1", {
    expectedVersion: 3,
    episodes: [makeEpisode("FPT")],
    audits: [makeAudit("a")],
  });
  expect(await store.commit(change)).toBe("committed");
  expect(await store.readAccount(change.key)).toMatchObject({
    account: { version: 4, auditCount: 1, auditHash: "a".repeat(64) },
    episodes: [makeEpisode("FPT")],
  });
  await store.setMarks([{ symbol: "FPT", price: 80_000_000n, atMs: 3_000 }]);
  expect(await store.readVersions()).toEqual({ catalog: 3, rates: 2, marks: 1 });
}

function literalOf(value: unknown): string {
  return typeof value === "string" ? `'${value}'` : String(value);
}
