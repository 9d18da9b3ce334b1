import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { makeFaultyConnection } from "../testing/faults/start-faulty-writer.ts";
import { makeChange } from "../testing/make-change.ts";
import { connectSqlite, logPagesMax } from "./connect.ts";
import { createSqliteSchema } from "./open-file.ts";
import { SqliteWriter, type WriterAnswer } from "./writer.ts";

/** A writer on a database in memory. Statements that start with `fault.text` fail. */
function open(fault: { text?: string } = {}) {
  const database = new DatabaseSync(":memory:");
  createSqliteSchema(database, ":memory:");
  const strike = (sql: string): void => {
    if (fault.text !== undefined && sql.startsWith(fault.text)) throw new Error("The disk is gone.");
  };
  const writer = new SqliteWriter(makeFaultyConnection(database, strike));
  const change = (...accountIds: string[]): WriterAnswer =>
    writer.answer({ kind: "changes", changes: accountIds.map((id) => makeChange(`u-${id}`, id)) });
  return { database, writer, change };
}

test("each change of a batch has its own result, with one commit for all", () => {
  const { database, change } = open();
  expect(change("A-1", "A-1", "A-2")).toEqual({ results: ["committed", "version-moved", "committed"] });
  expect(database.isTransaction).toBe(false);
});

test("a failed commit undoes its batch, releases its user numbers, and does not affect the next batch", () => {
  const fault: { text?: string } = { text: "commit" };
  const { database, change } = open(fault);
  const failed = { failure: { message: "The disk is gone.", resultCode: undefined } };
  expect(change("A-1", "A-2")).toEqual(failed);
  expect(database.isTransaction).toBe(false);
  delete fault.text;
  expect(change("A-3")).toEqual({ results: ["committed"] });
  expect(database.prepare("select user_id, number from app_user").all()).toEqual([
    { user_id: "u-A-3", number: 1 },
  ]);
});

test("a failure outside a savepoint fails the whole batch", () => {
  const fault: { text?: string } = { text: "savepoint" };
  const { database, change } = open(fault);
  expect(change("A-1", "A-2")).toHaveProperty("failure");
  expect(database.isTransaction).toBe(false);
});

test("one failing statement undoes all statements of its request", () => {
  const { database, writer } = open();
  const sql = "insert into holiday values (?)";
  const answer = writer.answer({
    kind: "statements",
    statements: ["2025-09-02", null].map((date) => ({ sql, values: [date] })),
  });
  expect(answer).toMatchObject({ failure: { resultCode: 1299 } });
  expect(database.prepare("select * from holiday").all()).toEqual([]);
});

test("a checkpoint limits the size of the log", async () => {
  const folder = await mkdtemp(join(tmpdir(), "oms-log-"));
  const path = join(folder, "oms.sqlite");
  const database = connectSqlite(path, "none");
  createSqliteSchema(database, path);
  const writer = new SqliteWriter(database);
  for (let commit = 0; commit < 1_000; commit += 1) {
    const changes = [makeChange(`u-${commit}`, `A-${commit}`)];
    expect(writer.answer({ kind: "changes", changes })).toEqual({ results: ["committed"] });
  }
  const pages = (await stat(`${path}-wal`)).size / (4_096 + 24);
  expect(pages).toBeGreaterThan(logPagesMax);
  expect(pages).toBeLessThan(logPagesMax + 100);
  database.close();
  await rm(folder, { recursive: true });
});
