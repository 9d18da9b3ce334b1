import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
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

test("a store that is closed while a batch is being ended closes before the process may end", async () => {
  const folder = await mkdtemp(join(tmpdir(), "oms-close-"));
  const program = fileURLToPath(new URL("../testing/close-at-once.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder]);
  expect(stdout).toBe("closed");
  await rm(folder, { recursive: true });
});
