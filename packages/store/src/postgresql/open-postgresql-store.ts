import type { DurableStore } from "@trading-oms/brokerage/ports";
import { type ConnectionSettings, connectPostgresql } from "./client.ts";
import { postgresqlStoreOf } from "./postgresql-store.ts";
import { createPostgresqlSchema } from "./schema.ts";

export type PostgresqlSettings = ConnectionSettings & {
  /** Whether the schema is created in an empty database. Default: true. */
  readonly mayCreate?: boolean | undefined;
};

/**
 * Opens the store on PostgreSQL, and creates the schema in an empty database if it may.
 *
 * @throws StoreFault if the database cannot be used. The message says what to do.
 */
export async function openPostgresqlStore({
  mayCreate,
  ...settings
}: PostgresqlSettings): Promise<DurableStore> {
  const { url, connectMsMax } = settings;
  // No limit of statements applies: a start may wait for others that create the schema.
  const creating = connectPostgresql({ url, connectionCountMax: 1, connectMsMax });
  try {
    await createPostgresqlSchema(creating, mayCreate);
  } finally {
    await creating.close();
  }
  return postgresqlStoreOf(connectPostgresql(settings));
}
