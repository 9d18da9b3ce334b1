/** Rows as schema 9 has them, and the records that they become. */
import { readFileSync } from "node:fs";

/** The statements that create an empty database of schema 9. */
export function schema9Of(dialect: "sqlite" | "postgresql"): string {
  return readFileSync(new URL(`schemas/schema-9.${dialect}.sql`, import.meta.url), "utf8");
}

/** The statements that fill it: two accounts, one with every kind of position. */
export const rowsOfSchema9: readonly string[] = [
  "insert into trader (user_id, number, shard, notification_count, unread_count) values ('u-1', 1, 7, 1, 1)",
  "insert into account_owner values ('A-1', 'u-1'), ('A-2', 'u-1')",
  `insert into account (user_id, account_id, version, shard, equity_vnd, opened_at, changed_at)
    values ('u-1', 'A-1', 3, 7, 500, 1000, 2000), ('u-1', 'A-2', 1, 7, 0, 1000, 1000)`,
  `insert into position values
    ('u-1', 'A-1', 'FPT', 100, 8000000, 4000000, 0, 0, 1000, 2000, '80000000 1500 7 0'),
    ('u-1', 'A-1', 'HPG', 100, 2700000, 1300000, 5, 1, 1000, 2000, '9007199254740991 1600 0 1'),
    ('u-1', 'A-1', 'VCB', 100, 9000000, 4000000, 0, 0, 1000, 2000, '90000000 1700 8 2'),
    ('u-1', 'A-1', 'VNM', 100, 6000000, 3000000, 0, 0, 1000, 2000, null)`,
  "insert into episode values ('u-1', 'A-1', 'FPT', 2, 1, 1, 3, 1500, null), ('u-1', 'A-1', 'HPG', 1, 0, 0, 0, 1200, null)",
  "insert into outcome values ('u-1', 'k-1', 'f-1', '{\"kind\":\"done\"}', 1500)",
  "insert into mark values ('FPT', 80000000, 1500, 0, 1), ('HPG', 27000000, 1600, 1, 1), ('VCB', 90000000, 1700, 2, 1)",
  "insert into rates values ('symbol', 'FPT', 50, 40, 30, 1000)",
  "insert into quote (symbol, at, seq, snapshot, version) values ('FPT', 1500, 7, '{}', 1)",
  `insert into notification values ('u-1', 1, 4194305, 'A-1', 'Deposit', 't', 'Deposit/1', '{}', 0, 1000, 1000)`,
];
