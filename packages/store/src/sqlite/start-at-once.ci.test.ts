import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrations } from "../sqlite-d1/schema.ts";
import { fillStore } from "../testing/fill-store.ts";
import { startProcesses } from "../testing/programs/start-processes.ts";
import { readRows } from "../testing/read-rows.ts";
import { oldSchemas } from "../testing/schemas/old-schemas.ts";
import { runSqlite, sqliteSchema } from "../testing/schemas/sqlite-schema.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

test("processes that start concurrently on a new file migrate it once, and all of them work", async () => {
  const folder = await mkdtemp(join(tmpdir(), "oms-at-once-"));
  for (let round = 0; round < 3; round += 1) {
    const path = join(folder, `oms-${round}.sqlite`);
    expect(await startProcesses(path, 6)).toEqual(Array(6).fill(migrations.length));
    const store = await openSqliteStore({ path });
    expect(await store.listAccounts({ limit: 9 })).toHaveLength(6);
    await store.close();
  }
  await rm(folder, { recursive: true });
});

test.each(oldSchemas)(
  "processes that start concurrently on a file of the $name schema migrate it once and keep its rows",
  async (schema) => {
    const folder = await mkdtemp(join(tmpdir(), "oms-at-once-"));
    const path = join(folder, "oms.sqlite");
    runSqlite(path, [...sqliteSchema(schema.step), ...schema.inserts]);
    expect(await startProcesses(path, 4)).toEqual(Array(4).fill(migrations.length));
    const store = await openSqliteStore({ path });
    expect(await store.listAccounts({ limit: 9 })).toHaveLength(5);
    const kept = schema.migratedRows.filter((row) => !row.startsWith("number_block "));
    expect(await readRows(store)).toEqual(expect.arrayContaining(kept));
    await schema.useLaterFeatures(store);
    await store.close();
    await rm(folder, { recursive: true });
  },
);

test("the database refuses to update or delete audit entries", async () => {
  const folder = await mkdtemp(join(tmpdir(), "oms-audit-"));
  const path = join(folder, "oms.sqlite");
  const store = await openSqliteStore({ path });
  await fillStore(store);
  await store.close();
  for (const sql of ["update audit set entry = '{}'", "delete from audit where place = 2"]) {
    expect(() => runSqlite(path, [sql])).toThrow("An audit is only added to.");
  }
  await rm(folder, { recursive: true });
});
