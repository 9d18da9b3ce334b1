import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Change } from "@trading-oms/brokerage/ports";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeChange } from "../testing/make-change.ts";
import { connectSqlite, logPagesMax } from "./connect-sqlite.ts";
import { migrateSqlite } from "./migrate-sqlite.ts";
import { type CommitTiming, SqliteWriter } from "./sqlite-writer.ts";

const pageBytes = 4_096 + 24;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "oms-log-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Commits = { readonly count: number; readonly changes: number };

/** Commits accounts, so many at a time, and gives how many pages the log has had at most after each run of commits. */
function fillLog(runs: readonly Commits[]): number[] {
  const path = join(folder, "oms.sqlite");
  const database = connectSqlite(path, "none");
  migrateSqlite(database, path);
  const writer = new SqliteWriter(database);
  const pages = runs.map(({ count, changes: changesOfCommit }, run) => {
    for (let commit = 0; commit < count; commit += 1) {
      const changes = Array.from({ length: changesOfCommit }, (_, change) =>
        makeChange(`u-${run}-${commit}-${change}`, `A-${run}-${commit}-${change}`),
      );
      expect(writer.addChanges(changes)).toEqual(changes.map(() => ({ outcome: "committed" })));
      writer.commit();
    }
    return statSync(`${path}-wal`).size / pageBytes;
  });
  database.close();
  return pages;
}

test("the log of those who commit alone is brought home before it is long", () => {
  const [pages] = fillLog([{ count: 1_000, changes: 1 }]);
  expect(pages).toBeGreaterThan(logPagesMax.alone);
  expect(pages).toBeLessThan(logPagesMax.alone + 100);
});

test("the log of many who commit together may be four times as long", () => {
  const [pages] = fillLog([{ count: 600, changes: 32 }]);
  expect(pages).toBeGreaterThan(logPagesMax.together);
  expect(pages).toBeLessThan(logPagesMax.together + 500);
});

test("a log that many made long is brought home by the first who commits alone", () => {
  const [together = 0, first = 0, alone = 0] = fillLog([
    { count: 200, changes: 32 },
    { count: 1, changes: 1 },
    { count: 200, changes: 1 },
  ]);
  expect(together).toBeGreaterThan(logPagesMax.alone * 1.5);
  expect(alone).toBe(first);
});

/** A writer on a new file, and the connection that it writes on. */
function openWriter(timing?: CommitTiming) {
  const path = join(folder, "oms.sqlite");
  const database = connectSqlite(path, "none");
  migrateSqlite(database, path);
  return { database, writer: new SqliteWriter(database, timing) };
}

const limitOf = (database: DatabaseSync): unknown =>
  database.prepare("pragma wal_autocheckpoint").get()?.["wal_autocheckpoint"];

test("eight changes are many who commit together, in however many parts they come, and seven are not", () => {
  const { database, writer } = openWriter();
  const part = (name: string, count: number): Change[] =>
    Array.from({ length: count }, (_, change) => makeChange(`u-${name}-${change}`, `A-${name}-${change}`));
  writer.addChanges(part("1", 4));
  writer.addChanges(part("2", 4));
  writer.commit();
  expect(limitOf(database)).toBe(logPagesMax.together);
  writer.addChanges(part("3", 4));
  writer.addChanges(part("4", 3));
  writer.commit();
  expect(limitOf(database)).toBe(logPagesMax.alone);
  database.close();
});

test("each commit of changes is told with what it took, and statements and a commit that fails are not", () => {
  let nowMs = 0;
  const told: number[] = [];
  const nowOf = (): number => {
    nowMs += 3;
    return nowMs;
  };
  const { database, writer } = openWriter({ nowMs: nowOf, told: (commitMs) => told.push(commitMs) });
  writer.addChanges([makeChange("u-1", "A-1")]);
  writer.commit();
  expect(told).toEqual([3]);
  writer.run([{ sql: "update change_counter set value = value + 1 where name = 'rates'", rows: [[]] }]);
  expect(() => writer.commit()).toThrow("no transaction is active");
  expect(told).toEqual([3]);
  database.close();
});

test("where the log can't be bounded nothing is committed, and the next try is", () => {
  const { database } = openWriter();
  let isFaulty = true;
  const writer = new SqliteWriter({
    prepare: (sql) => database.prepare(sql),
    exec: (sql) => {
      if (isFaulty) throw new Error("The disk is gone.");
      database.exec(sql);
    },
  });
  const changes = Array.from({ length: 8 }, (_, change) => makeChange(`u-${change}`, `A-${change}`));
  writer.addChanges(changes);
  expect(() => writer.commit()).toThrow("The disk is gone.");
  expect(database.isTransaction).toBe(false);
  expect(database.prepare("select count(*) as count from account").get()).toEqual({ count: 0 });
  isFaulty = false;
  expect(writer.addChanges(changes)).toEqual(changes.map(() => ({ outcome: "committed" })));
  writer.commit();
  expect(database.prepare("select count(*) as count from account").get()).toEqual({ count: 8 });
  database.close();
});
