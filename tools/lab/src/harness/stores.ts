import { join } from "node:path";
import type { Services } from "@trading-oms/brokerage";
import { withDatabase } from "@trading-oms/scratch";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import { makeServices } from "./accounts.ts";

/** The engines that a test may run on. */
export const engines = ["sqlite", "postgresql"] as const;
type Engine = (typeof engines)[number];

/** Provides an empty store of an engine, and the environment in which servers and the command line share it. */
export async function withStore<Result>(
  engine: Engine,
  folder: string,
  work: (services: Services, environment: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  if (engine === "sqlite") {
    const store = await openSqliteStore({ path: join(folder, "oms.sqlite") });
    return work(makeServices(store), { DATA_DIR: folder }).finally(() => store.close());
  }
  return withDatabase(async (url) => {
    const store = await openPostgresqlStore({ url });
    const environment = { DATA_DIR: folder, DATABASE_URL: url };
    return work(makeServices(store), environment).finally(() => store.close());
  });
}
