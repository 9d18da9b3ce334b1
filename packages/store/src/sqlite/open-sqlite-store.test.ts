import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "@trading-oms/brokerage/ports";
import { describeStore } from "../store.suite.ts";
import { startFaultyWriter } from "../testing/start-faulty-writer.ts";
import type { StoreHarness } from "../testing/store-harness.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

function makeHarness(): StoreHarness {
  const opened: Store[] = [];
  const folders: string[] = [];
  const open = async (path: string, failAt?: number): Promise<Store> => {
    const startWriter = failAt === undefined ? undefined : startFaultyWriter(failAt);
    const store = await openSqliteStore({ path, startWriter });
    opened.push(store);
    return store;
  };
  const last = (): string => join(folders.at(-1) ?? "", "oms.sqlite");
  return {
    open: async () => {
      folders.push(await mkdtemp(join(tmpdir(), "oms-store-")));
      return open(last());
    },
    openBeside: () => open(last()),
    openFaulty: (failAt) => open(last(), failAt),
    clean: async () => {
      await Promise.all(opened.splice(0).map((store) => store.close()));
      for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
    },
  };
}

describeStore("SQLite", makeHarness());
