import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { connectSqlite } from "./connect.ts";
import { judgeSqlite, migrateSqlite } from "./open-file.ts";

test("a file that another process makes ours between any two looks at it is not taken for another program's", async () => {
  const folder = await mkdtemp(join(tmpdir(), "oms-migrate-"));
  let lookCount = 0;
  for (let migrateAfter = 1; migrateAfter === 1 || lookCount >= migrateAfter - 1; migrateAfter += 1) {
    const path = join(folder, `${migrateAfter}.sqlite`);
    connectSqlite(path).close();
    const reader = new DatabaseSync(path, { readOnly: true });
    lookCount = 0;
    const prepare = (sql: string) => ({
      get: () => {
        const found = reader.prepare(sql).get();
        lookCount += 1;
        if (lookCount === migrateAfter) makeOurs(path);
        return found;
      },
    });
    judgeSqlite({ prepare } as unknown as DatabaseSync, path);
    reader.close();
  }
  expect(lookCount).toBeGreaterThan(0);
  await rm(folder, { recursive: true });
});

function makeOurs(path: string): void {
  const database = connectSqlite(path);
  migrateSqlite(database, path);
  database.close();
}
