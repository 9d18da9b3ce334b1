import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { makeChange } from "../testing/make-change.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";
import { startSameThreadWriter } from "./writer.ts";

// The start of a thread or a process takes seconds on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

/** Fills three batches. */
const changeCount = 130;

test("close commits the queued changes and refuses later ones", async () => {
  const folder = await mkdtemp(join(tmpdir(), "oms-close-"));
  const path = join(folder, "oms.sqlite");
  const store = await openSqliteStore({ path });
  const changes = Array.from({ length: changeCount }, (_, index) =>
    store.commit(makeChange("u", `A-${index}`)),
  );
  const closed = store.close();
  await expect(store.commit(makeChange("u", "A-late"))).rejects.toThrow("The store is closed");
  await closed;
  expect(await Promise.all(changes)).toEqual(Array(changeCount).fill("committed"));
  const again = await openSqliteStore({ path, startWriter: startSameThreadWriter });
  expect(await again.listAccounts({ limit: 500 })).toHaveLength(changeCount);
  await again.close();
  await rm(folder, { recursive: true });
});

test("a close right after the answers of a batch completes before the process exits", async () => {
  const folder = await mkdtemp(join(tmpdir(), "oms-close-"));
  const program = fileURLToPath(new URL("../testing/programs/close-repeatedly.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder]);
  expect(stdout).toBe("closed");
  await rm(folder, { recursive: true });
});
