import type { D1Binding } from "@trading-oms/store/d1";
import { expect, test } from "vitest";
import { dumpD1 } from "./sql.ts";

function plantTable(rows: readonly Readonly<Record<string, unknown>>[]): D1Binding {
  const table = { type: "table", name: "note", sql: "create table note (text text)" };
  const answer = (sql: string) => (sql.includes("sqlite_schema") ? [table] : rows);
  return { prepare: (sql: string) => ({ all: async () => ({ results: answer(sql) }) }) } as never;
}

test("keeps every statement within 90,000 bytes, whatever its characters, and omits no row", async () => {
  const row = { text: "Ngân hàng Thương mại Cổ phần Ngoại thương Việt Nam ệ".repeat(20) };
  const statements: string[] = [];
  for await (const statement of dumpD1(plantTable(Array(200).fill(row)))) statements.push(statement);
  const [schema, ...inserts] = statements;
  expect(schema).toBe("create table note (text text)");
  const sizes = inserts.map((statement) => Buffer.byteLength(statement));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(90_000);
  expect(sizes[0]).toBeGreaterThan(85_000);
  expect(inserts.join("").split(row.text)).toHaveLength(201);
});
