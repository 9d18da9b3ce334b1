import type { DurableStore } from "@trading-oms/brokerage/ports";
import type { ConversionState, PostgresqlConversion } from "./postgresql/convert.ts";
import type { PostgresqlSettings } from "./postgresql/open-postgresql-store.ts";

export type { ConversionState } from "./postgresql/convert.ts";
export { openSqliteStore } from "./sqlite/open-sqlite-store.ts";
export { startSameThreadWriter } from "./sqlite/writer.ts";
export { StoreFault } from "./store-fault.ts";

/** Converts a PostgreSQL database of an earlier schema, while servers run. */
export async function convertPostgresql(settings: PostgresqlConversion): Promise<ConversionState> {
  const postgresql = await import("./postgresql/convert.ts");
  return postgresql.convertPostgresql(settings);
}

/** Opens a store on PostgreSQL. Loads the driver on demand, so that a store on SQLite starts without it. */
export async function openPostgresqlStore(settings: PostgresqlSettings): Promise<DurableStore> {
  const postgresql = await import("./postgresql/open-postgresql-store.ts");
  return postgresql.openPostgresqlStore(settings);
}
