import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "@trading-oms/store";
import type { Engine } from "./engine.ts";

/** Makes a SQLite file in a folder of its own. */
export async function makeSqlite(): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), "oms-crash-"));
  const path = join(folder, "oms.sqlite");
  return {
    name: "SQLite",
    place: path,
    open: () => openSqliteStore({ path }),
    cut: undefined,
    // What a process has not written when it ends nobody writes.
    rest: () => Promise.resolve(),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
