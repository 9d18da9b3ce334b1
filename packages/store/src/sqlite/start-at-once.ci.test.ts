import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrations } from "../sqlite-d1/schema.ts";
import { fillStore } from "../testing/fill-store.ts";
import { oldSchemas } from "../testing/old-schemas.ts";
import { readRows } from "../testing/read-rows.ts";
import { startAtOnce } from "../testing/start-at-once.ts";
import { runSqlite, stepsOfSqlite } from "../testing/steps-of-sqlite.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

test("processes that start at once on a new file migrate it once, and all of them work", async () => {
  const folder = await mkdtemp(join(tmpdir(), "oms-at-once-"));
  for (let round = 0; round < 3; round += 1) {
    const path = join(folder, `oms-${round}.sqlite`);
    expect(await startAtOnce(path, 6)).toEqual(Array(6).fill(migrations.length));
    const store = await openSqliteStore({ path });
    expect(await store.listAccounts({ limit: 9 })).toHaveLength(6);
    await store.close();
  }
  await rm(folder, { recursive: true });
});

test.each(oldSchemas)(
  "processes that start at once on a file of the $name schema migrate it once, and none of its rows is lost",
  async (schema) => {
    const folder = await mkdtemp(join(tmpdir(), "oms-at-once-"));
    const path = join(folder, "oms.sqlite");
    runSqlite(path, [...stepsOfSqlite(schema.step), ...schema.inserts]);
    expect(await startAtOnce(path, 4)).toEqual(Array(4).fill(migrations.length));
    const store = await openSqliteStore({ path });
    expect(await store.listAccounts({ limit: 9 })).toHaveLength(5);
    const kept = schema.rowsSince.filter((row) => !row.startsWith("number_block "));
    expect(await readRows(store)).toEqual(expect.arrayContaining(kept));
    await schema.goOn(store);
    await store.close();
    await rm(folder, { recursive: true });
  },
);

test("entries of an audit are neither changed nor taken away on SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "oms-audit-"));
  const path = join(folder, "oms.sqlite");
  const store = await openSqliteStore({ path });
  await fillStore(store);
  await store.close();
  for (const slip of ["update audit set entry = '{}'", "delete from audit where place = 2"]) {
    expect(() => runSqlite(path, [slip])).toThrow("An audit is only added to.");
  }
  await rm(folder, { recursive: true });
});
