import type { DurableStore } from "@trading-oms/brokerage/ports";
import { type ConnectionSettings, connectPostgresql } from "./client.ts";
import { postgresqlStoreOf } from "./postgresql-store.ts";
import { createNotificationReader, type PageSource } from "./replica/notification-reader.ts";
import { createPostgresqlSchema } from "./schema.ts";

/** Connection settings of the primary, and optionally a streaming replica that serves pages of notifications. */
export type PostgresqlSettings = ConnectionSettings & {
  /** Whether the schema is created in an empty database. Default: true. */
  readonly mayCreate?: boolean | undefined;
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
 * Opens the store on PostgreSQL, and creates the schema in an empty database if it may. The replica is contacted once pages are read,
 * and may be down.
 *
 * @throws StoreFault if the database cannot be used. The message says what to do.
 */
export async function openPostgresqlStore({
  readFrom,
  mayCreate,
  ...settings
}: PostgresqlSettings): Promise<DurableStore> {
  // `answerMsMax` does not apply: a start may wait for others that create the schema.
  const creating = connectPostgresql({ url: settings.url, connectionCountMax: 1 });
  try {
    await createPostgresqlSchema(creating, mayCreate);
  } finally {
    await creating.close();
  }
  const [primary, nowMs] = [connectPostgresql(settings), (): number => performance.now()];
  if (readFrom === undefined) return postgresqlStoreOf(primary, nowMs);
  const { url, onPageRead } = readFrom;
  const bounds = { answerMsMax: replicaMsMax, connectMsMax: replicaMsMax };
  const replica = connectPostgresql({ ...settings, ...bounds, url });
  const reader = createNotificationReader({ primary, replica, nowMs, replicaMsMax, onPageRead });
  return postgresqlStoreOf(primary, nowMs, reader);
}
