import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { connectSqlite } from "./connect.ts";
import { createSqliteSchema, readSchemaVersion } from "./open-file.ts";

test("accepts a file that another process creates between any two reads", async () => {
  const folder = await mkdtemp(join(tmpdir(), "oms-create-"));
  let readCount = 0;
  for (let createAfter = 1; createAfter === 1 || readCount >= createAfter - 1; createAfter += 1) {
    const path = join(folder, `${createAfter}.sqlite`);
    connectSqlite(path).close();
    const reader = new DatabaseSync(path, { readOnly: true });
    readCount = 0;
    const prepare = (sql: string) => ({
      get: () => {
        const found = reader.prepare(sql).get();
        readCount += 1;
        if (readCount === createAfter) createConcurrently(path);
        return found;
      },
    });
    readSchemaVersion({ prepare } as unknown as DatabaseSync, path, false);
    reader.close();
  }
  expect(readCount).toBeGreaterThan(0);
  await rm(folder, { recursive: true });
});

function createConcurrently(path: string): void {
  const database = connectSqlite(path);
  createSqliteSchema(database, path);
  database.close();
}
