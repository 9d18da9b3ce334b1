import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "@trading-oms/brokerage/ports";
import { connectSqlite } from "../sqlite/connect.ts";
import { migrateSqlite } from "../sqlite/open-file.ts";
import { openSqliteStore, type SqliteSettings } from "../sqlite/open-sqlite-store.ts";
import { countTo } from "./count-to.ts";
import { makeCrampedWriter } from "./make-cramped-writer.ts";
import { startFaultyWriter } from "./start-faulty-writer.ts";
import { runSqlite, stepsOfSqlite } from "./steps-of-sqlite.ts";
import type { StoreHarness } from "./store-harness.ts";

/** Stores of SQLite in files of their own. */
export function makeSqliteHarness(): StoreHarness {
  const opened = new Set<Store>();
  const folders: string[] = [];
  const open = async (startWriter?: SqliteSettings["startWriter"]): Promise<Store> => {
    const store = await openSqliteStore({ path: last(), startWriter });
    opened.add(store);
    return store;
  };
  const makePlace = async (statements: readonly string[]): Promise<void> => {
    folders.push(await mkdtemp(join(tmpdir(), "oms-store-")));
    if (statements.length > 0) runSqlite(last(), statements);
  };
  const last = (): string => join(folders.at(-1) ?? "", "oms.sqlite");
  return {
    open: async () => {
      await makePlace([]);
      return open();
    },
    openBeside: () => open(),
    openFaulty: async (failAt) => {
      const { strike, hasStruck } = countTo(failAt);
      const store = await open(startFaultyWriter(strike));
      const close = async () => {
        opened.delete(store);
        await store.close();
      };
      return { store, hasStruck: async () => hasStruck(), close };
    },
    openUnsteady: async () => {
      const writer = makeCrampedWriter();
      const store = await open(writer.start);
      return { store, goAway: () => writer.leavePages(0), comeBack: () => writer.leavePages(10_000) };
    },
    stepsOf: stepsOfSqlite,
    makePlace,
    migrateFaulty: async (failAt) => migrateFaulty(last(), failAt),
    clean: async () => {
      await Promise.all([...opened].map((store) => store.close()));
      opened.clear();
      for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
    },
  };
}

function migrateFaulty(path: string, failAt: number): boolean {
  const { strike, hasStruck } = countTo(failAt);
  const database = connectSqlite(path);
  try {
    migrateSqlite(
      {
        exec: (sql) => {
          strike();
          database.exec(sql);
        },
        prepare: (sql) => {
          strike();
          return database.prepare(sql);
        },
        get isTransaction() {
          return database.isTransaction;
        },
      },
      path,
    );
  } catch (failure) {
    if (!hasStruck()) throw failure;
  } finally {
    database.close();
  }
  return hasStruck();
}
