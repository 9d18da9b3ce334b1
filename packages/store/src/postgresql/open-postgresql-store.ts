import type { Store } from "@trading-oms/brokerage/ports";
import { type ConnectionSettings, connectPostgresql } from "./connect-postgresql.ts";
import { migratePostgresql } from "./migrate-postgresql.ts";
import { PostgresqlStore } from "./postgresql-store.ts";

/**
 * Opens the store on a PostgreSQL, which is brought to the newest schema.
 *
 * @throws StoreFault where it can't be used, with what to do about it
 */
export async function openPostgresqlStore(settings: ConnectionSettings): Promise<Store> {
  const client = connectPostgresql(settings);
  try {
    await migratePostgresql(client);
    return new PostgresqlStore(client);
  } catch (failure) {
    await client.close();
    throw failure;
  }
}
