import type { Store } from "@trading-oms/brokerage/ports";
import type { PostgresqlSettings } from "./postgresql/open-postgresql-store.ts";

export type { ConnectionSettings } from "./postgresql/client.ts";
export type { PostgresqlSettings } from "./postgresql/open-postgresql-store.ts";
export type { PageSource } from "./postgresql/replica/read-pages.ts";
export { openSqliteStore, type SqliteSettings } from "./sqlite/open-sqlite-store.ts";
export { startWriterHere } from "./sqlite/writer.ts";
export { StoreFault, type StoreFaultCode } from "./store-fault.ts";

/** Opens the store on a PostgreSQL. Its driver is loaded only now: a store on SQLite starts without it. */
export async function openPostgresqlStore(settings: PostgresqlSettings): Promise<Store> {
  const postgresql = await import("./postgresql/open-postgresql-store.ts");
  return postgresql.openPostgresqlStore(settings);
}
