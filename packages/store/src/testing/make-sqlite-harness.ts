import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DurableStore } from "@trading-oms/brokerage/ports";
import { connectSqlite } from "../sqlite/connect.ts";
import { createSqliteSchema } from "../sqlite/open-file.ts";
import { openSqliteStore, type SqliteSettings } from "../sqlite/open-sqlite-store.ts";
import type { TamperHarness } from "../suite/tampering.suite.ts";
import { createFaultPoint } from "./fault-point.ts";
import { startFaultyWriter } from "./faults/start-faulty-writer.ts";
import { makeLimitedWriter } from "./make-limited-writer.ts";
import { runSqlite } from "./run-sqlite.ts";
import type { StoreHarness } from "./store-harness.ts";

/** The harness for SQLite. Each database is a file in a temporary folder. */
export function makeSqliteHarness(): StoreHarness & TamperHarness {
  const opened = new Set<DurableStore>();
  const folders: string[] = [];
  const open = async (startWriter?: SqliteSettings["startWriter"]): Promise<DurableStore> => {
    const store = await openSqliteStore({ path: last(), startWriter });
    opened.add(store);
    return store;
  };
  const createDatabase = async (): Promise<void> => {
    folders.push(await mkdtemp(join(tmpdir(), "oms-store-")));
  };
  const last = (): string => join(folders.at(-1) ?? "", "oms.sqlite");
  return {
    open: async () => {
      await createDatabase();
      return open();
    },
    openBeside: () => open(),
    openFaulty: async (failAt) => {
      const { hit, hasFired } = createFaultPoint(failAt);
      const store = await open(startFaultyWriter(hit));
      const close = async () => {
        opened.delete(store);
        await store.close();
      };
      return { store, hasFired: async () => hasFired(), close };
    },
    openInterruptible: async () => {
      const writer = makeLimitedWriter();
      const store = await open(writer.start);
      return { store, interrupt: () => writer.allowPages(0), resume: () => writer.allowPages(10_000) };
    },
    tamper: async (statements) => runSqlite(last(), ["begin", ...withoutGuards, ...statements, "commit"]),
    createDatabase,
    createSchemaFaulty: async (failAt) => createSchemaFaulty(last(), failAt),
    clean: async () => {
      await Promise.all([...opened].map((store) => store.close()));
      opened.clear();
      for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
    },
  };
}

const withoutGuards = ["audit_not_updated", "audit_not_deleted", "audit_not_replaced"].map(
  (trigger) => `drop trigger if exists ${trigger}`,
);

function createSchemaFaulty(path: string, failAt: number): boolean {
  const { hit, hasFired } = createFaultPoint(failAt);
  const database = connectSqlite(path);
  try {
    createSqliteSchema(
      {
        exec: (sql) => {
          hit();
          database.exec(sql);
        },
        prepare: (sql) => {
          hit();
          return database.prepare(sql);
        },
        get isTransaction() {
          return database.isTransaction;
        },
      },
      path,
    );
  } catch (failure) {
    if (!hasFired()) throw failure;
  } finally {
    database.close();
  }
  return hasFired();
}
