import type { DurableStore } from "@trading-oms/brokerage/ports";
import type { PostgresqlSettings } from "./postgresql/open-postgresql-store.ts";

export type { ConnectionSettings } from "./postgresql/client.ts";
export type { PostgresqlSettings } from "./postgresql/open-postgresql-store.ts";
export { openSqliteStore, type SqliteSettings } from "./sqlite/open-sqlite-store.ts";
export { startSameThreadWriter } from "./sqlite/writer.ts";
export { StoreFault, type StoreFaultCode } from "./store-fault.ts";

/** Opens a store on PostgreSQL. Loads the driver on demand, so that a store on SQLite starts without it. */
export async function openPostgresqlStore(settings: PostgresqlSettings): Promise<DurableStore> {
  const postgresql = await import("./postgresql/open-postgresql-store.ts");
  return postgresql.openPostgresqlStore(settings);
}
