import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { queries, type Statement, statement } from "../sqlite-d1/statements.ts";
import { createSqliteSchema } from "./open-file.ts";

const range = "shard=? AND (changed_at,user_id,account_id)>(?,?,?)";

test("the query for changes uses the index, and without a sort for one shard", () => {
  const database = new DatabaseSync(":memory:");
  createSqliteSchema(database, ":memory:");
  const part = [1_000, "", "", 2_000] as const;
  const alone = explain(database, statement(queries.changesOfShard, 7, ...part));
  expect(alone).toEqual([`SEARCH account USING INDEX account_by_change (${range})`]);
  const shards = Array.from({ length: 64 }, (_, shard) => shard);
  const many = explain(database, statement(queries.changes, JSON.stringify(shards), ...part));
  expect(many[0]).toBe(`SEARCH account USING INDEX account_by_change (${range})`);
  database.close();
});

test("a poll seeks accounts by change, users and accounts by their keys", () => {
  const database = new DatabaseSync(":memory:");
  createSqliteSchema(database, ":memory:");
  const plan = explain(
    database,
    statement(queries.poll, "[1,2]", 1_000, "", "", 500, '["u"]', '[["u","a"]]'),
  );
  expect(plan).toContain(`SEARCH account USING INDEX account_by_change (${range})`);
  expect(plan).toContain("SEARCH app_user USING PRIMARY KEY (user_id=?)");
  expect(plan).toContain("SEARCH account USING PRIMARY KEY (user_id=? AND account_id=?)");
  database.close();
});

test("the query for marks since a version uses the index of versions", () => {
  const database = new DatabaseSync(":memory:");
  createSqliteSchema(database, ":memory:");
  const plan = explain(database, { sql: queries.marksSince, values: [7, "", 2_000] });
  expect(plan[0]).toBe("SEARCH mark USING INDEX mark_by_version (version>?)");
  database.close();
});

function explain(database: DatabaseSync, { sql, values }: Statement): unknown[] {
  const rows = database.prepare(`explain query plan ${sql}`).all(...values);
  return rows.map(({ detail }) => detail);
}
