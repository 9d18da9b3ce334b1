import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BackupRow, DurableStore } from "@trading-oms/brokerage/ports";
import { withDatabase } from "@trading-oms/scratch";
import { expect, test } from "vitest";
import { openD1Store } from "./d1/open-d1-store.ts";
import { openPostgresqlStore } from "./postgresql/open-postgresql-store.ts";
import { openSqliteStore } from "./sqlite/open-sqlite-store.ts";
import { fillStore } from "./testing/fill-store.ts";
import { makeD1Databases } from "./testing/make-d1-databases.ts";
import { readRows } from "./testing/read-rows.ts";

test("a backup restores to the same rows on the next engine, from SQLite through PostgreSQL and D1 back to SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "oms-across-"));
  const databases = makeD1Databases();
  await withDatabase(async (url) => {
    const stores = [
      await openSqliteStore({ path: join(folder, "first.sqlite") }),
      await openPostgresqlStore({ url }),
      await openD1Store(databases.next()),
      await openSqliteStore({ path: join(folder, "last.sqlite") }),
    ] as const;
    const [first, postgresql, d1, last] = stores;
    await fillStore(first);
    const rows = await readRows(first);
    const tables = new Set(rows.map((row) => row.split(" ")[0]));
    expect(tables.size).toBe(19);
    for (const [from, to] of [
      [first, postgresql],
      [postgresql, d1],
      [d1, last],
    ] as const) {
      await to.restore(asFile(from));
      expect(await readRows(to)).toEqual(rows);
    }
    await Promise.all(stores.map((store) => store.close()));
  });
  await databases.dispose();
  await rm(folder, { recursive: true });
});

/** Rows of a backup after a round trip through JSON, as from a file. */
async function* asFile(store: DurableStore): AsyncGenerator<BackupRow> {
  for await (const row of store.backUp()) yield JSON.parse(JSON.stringify(row));
}
