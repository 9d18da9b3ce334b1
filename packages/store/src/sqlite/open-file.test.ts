import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { connectSqlite } from "./connect.ts";
import { checkSchemaVersion, migrateSqlite } from "./open-file.ts";

test("accepts a file that another process migrates between any two reads", async () => {
  const folder = await mkdtemp(join(tmpdir(), "oms-migrate-"));
  let readCount = 0;
  for (let migrateAfter = 1; migrateAfter === 1 || readCount >= migrateAfter - 1; migrateAfter += 1) {
    const path = join(folder, `${migrateAfter}.sqlite`);
    connectSqlite(path).close();
    const reader = new DatabaseSync(path, { readOnly: true });
    readCount = 0;
    const prepare = (sql: string) => ({
      get: () => {
        const found = reader.prepare(sql).get();
        readCount += 1;
        if (readCount === migrateAfter) migrateConcurrently(path);
        return found;
      },
    });
    checkSchemaVersion({ prepare } as unknown as DatabaseSync, path);
    reader.close();
  }
  expect(readCount).toBeGreaterThan(0);
  await rm(folder, { recursive: true });
});

function migrateConcurrently(path: string): void {
  const database = connectSqlite(path);
  migrateSqlite(database, path);
  database.close();
}
