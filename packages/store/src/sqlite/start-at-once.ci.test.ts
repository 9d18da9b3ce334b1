import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { schemaVersion } from "../sql/schema-version.ts";
import { fillStore } from "../testing/fill-store.ts";
import { startProcesses } from "../testing/programs/start-processes.ts";
import { runSqlite } from "../testing/run-sqlite.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

test("processes that start concurrently on a new file create it once, and all of them work", async () => {
  const folder = await mkdtemp(join(tmpdir(), "oms-at-once-"));
  for (let round = 0; round < 3; round += 1) {
    const path = join(folder, `oms-${round}.sqlite`);
    expect(await startProcesses(path, 6)).toEqual(Array(6).fill(schemaVersion));
    const store = await openSqliteStore({ path });
    expect(await store.listAccounts({ limit: 9 })).toHaveLength(6);
    await store.close();
  }
  await rm(folder, { recursive: true });
});

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
