import type { Store } from "@trading-oms/brokerage/ports";
import { type ConnectionSettings, connectPostgresql } from "./client.ts";
import { postgresqlStoreOf } from "./postgresql-store.ts";
import { createNotificationReader, type PageSource } from "./replica/notification-reader.ts";
import { migratePostgresql } from "./schema.ts";

/** Connection settings of the primary, and optionally a streaming replica that serves pages of notifications. */
export type PostgresqlSettings = ConnectionSettings & {
  readonly readFrom?:
    | {
        readonly url: string;
        /** Called for each page with the server that it was read from. */
        readonly onPageRead: (source: PageSource) => void;
      }
    | undefined;
};

/** The longest wait for the replica before a page is read from the primary. */
const replicaMsMax = 500;

/**
 * Opens the store on PostgreSQL and migrates it to the latest schema. The replica is contacted once pages are read, and may
 * be down.
 *
 * @throws StoreFault if the database cannot be used. The message says what to do.
 */
export async function openPostgresqlStore({ readFrom, ...settings }: PostgresqlSettings): Promise<Store> {
  // `answerMsMax` does not apply: a migration takes as long as the data requires.
  const migrating = connectPostgresql({ url: settings.url, connectionCountMax: 1 });
  try {
    await migratePostgresql(migrating);
  } finally {
    await migrating.close();
  }
  const [primary, nowMs] = [connectPostgresql(settings), (): number => performance.now()];
  if (readFrom === undefined) return postgresqlStoreOf(primary, nowMs);
  const { url, onPageRead } = readFrom;
  const bounds = { answerMsMax: replicaMsMax, connectMsMax: replicaMsMax };
  const replica = connectPostgresql({ ...settings, ...bounds, url });
  const reader = createNotificationReader({ primary, replica, nowMs, replicaMsMax, onPageRead });
  return postgresqlStoreOf(primary, nowMs, reader);
}
