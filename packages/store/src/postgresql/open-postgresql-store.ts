import type { Store } from "@trading-oms/brokerage/ports";
import { type ConnectionSettings, connectPostgresql } from "./client.ts";
import { postgresqlStoreOf } from "./postgresql-store.ts";
import { type PageSource, readPages } from "./replica/read-pages.ts";
import { migratePostgresql } from "./schema.ts";

/** Where a PostgreSQL is, and a streaming replica of it that pages of notifications are read from. */
export type PostgresqlSettings = ConnectionSettings & {
  readonly readFrom?:
    | {
        readonly url: string;
        /** Hears of each page where it was read. */
        readonly tellSource: (source: PageSource) => void;
      }
    | undefined;
};

/** Beyond this a replica that does not answer is left to itself, and the primary is asked. */
const replicaMsMax = 500;

/**
 * Opens the store on a PostgreSQL, which is brought to the newest schema. A replica is asked for nothing until pages are
 * read, and may be away.
 *
 * @throws StoreFault where it can't be used, with what to do about it
 */
export async function openPostgresqlStore({ readFrom, ...settings }: PostgresqlSettings): Promise<Store> {
  // A step of the schema takes as long as the data need, whatever time an answer has afterwards.
  const migrating = connectPostgresql({ url: settings.url, connectionCountMax: 1 });
  try {
    await migratePostgresql(migrating);
  } finally {
    await migrating.close();
  }
  const [primary, nowMs] = [connectPostgresql(settings), (): number => performance.now()];
  if (readFrom === undefined) return postgresqlStoreOf(primary, nowMs);
  const { url, tellSource } = readFrom;
  const bounds = { answerMsMax: replicaMsMax, connectMsMax: replicaMsMax };
  const replica = connectPostgresql({ ...settings, ...bounds, url });
  return postgresqlStoreOf(primary, nowMs, readPages({ primary, replica, nowMs, replicaMsMax, tellSource }));
}
