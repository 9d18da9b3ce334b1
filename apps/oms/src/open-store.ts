import type { Services } from "@trading-oms/brokerage";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import type { DatabaseAddress } from "./find-database.ts";

/** A command does one thing after another, and leaves the connections to the servers. */
const connectionCountMax = 2;

/** Opens the store, whichever engine keeps it. */
export function openStore(database: DatabaseAddress): Promise<Services["store"]> {
  return database.engine === "sqlite"
    ? openSqliteStore({ path: database.path })
    : openPostgresqlStore({ url: database.url, connectionCountMax });
}
