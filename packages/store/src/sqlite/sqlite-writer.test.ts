import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeChange } from "../testing/make-change.ts";
import { connectSqlite, logPagesMax } from "./connect-sqlite.ts";
import { migrateSqlite } from "./migrate-sqlite.ts";
import { SqliteWriter } from "./sqlite-writer.ts";

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
  const [together = 0, alone = 0] = fillLog([
    { count: 200, changes: 32 },
    { count: 200, changes: 1 },
  ]);
  expect(together).toBeGreaterThan(logPagesMax.alone * 1.5);
  expect(alone).toBeLessThan(together + 20);
});
