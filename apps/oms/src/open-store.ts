import type { Services } from "@trading-oms/brokerage";
import { openPostgresqlStore, openSqliteStore, startWriterHere } from "@trading-oms/store";
import type { DatabaseAddress } from "./find-database.ts";

/** A command does one thing after another: it writes on its own thread, and leaves the connections to the servers. */
const connectionCountMax = 2;

/** Opens the store, whichever engine keeps it. */
export function openStore(database: DatabaseAddress): Promise<Services["store"]> {
  return database.engine === "sqlite"
    ? openSqliteStore({ path: database.path, startWriter: startWriterHere })
    : openPostgresqlStore({ url: database.url, connectionCountMax });
}
