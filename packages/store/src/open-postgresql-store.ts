import type { Store } from "@trading-oms/brokerage/ports";
import type { PostgresqlSettings } from "./postgresql/open-postgresql-store.ts";

/** Reads what speaks to PostgreSQL once a store there is opened: who keeps all in a file starts without it. */
export async function openPostgresqlStore(settings: PostgresqlSettings): Promise<Store> {
  const postgresql = await import("./postgresql/open-postgresql-store.ts");
  return postgresql.openPostgresqlStore(settings);
}
