import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeChange } from "../testing/make-change.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

test("changes that wait when the store is closed are made before it closes, and later ones are refused", async () => {
  const folder = await mkdtemp(join(tmpdir(), "oms-close-"));
  const path = join(folder, "oms.sqlite");
  const store = await openSqliteStore({ path });
  const changes = Array.from({ length: 200 }, (_, index) => store.commit(makeChange("u", `A-${index}`)));
  const closed = store.close();
  await expect(store.commit(makeChange("u", "A-late"))).rejects.toThrow("The store is closed");
  await closed;
  expect(await Promise.all(changes)).toEqual(Array(200).fill("committed"));
  const again = await openSqliteStore({ path });
  expect(await again.listAccounts({ limit: 500 })).toHaveLength(200);
  await again.close();
  await rm(folder, { recursive: true });
});
