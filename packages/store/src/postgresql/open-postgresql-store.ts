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
  // A step of the schema takes as long as the data need, whatever time an answer has afterwards.
  const migrating = connectPostgresql({ url: settings.url, connectionCountMax: 1 });
  try {
    await migratePostgresql(migrating);
  } finally {
    await migrating.close();
  }
  return new PostgresqlStore(connectPostgresql(settings), () => performance.now());
}
