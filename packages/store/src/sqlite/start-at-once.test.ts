import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startAtOnce } from "../testing/start-at-once.ts";
import { migrations } from "./migrations.ts";
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
