import type { Store } from "@trading-oms/brokerage/ports";
import { type AloneConnectionSettings, connectAlone } from "./connect-alone.ts";
import { migratePostgresql } from "./migrate-postgresql.ts";
import { PostgresqlStore } from "./postgresql-store.ts";

/** A PostgreSQL for a runtime on which no connection outlives its request. */
export type RequestConnections = {
  /** Brings the database to the newest schema, on a connection that is closed behind it. */
  readonly migrate: () => Promise<void>;
  /** Opens the store for one request, which closes it; nothing is asked of the server yet. */
  readonly open: () => Store;
};

/** Connects each request on its own; where that takes long, let something pool connections on the way. */
export function connectForRequests(settings: AloneConnectionSettings): RequestConnections {
  return {
    migrate: async () => {
      // A step of the schema takes as long as the data need, whatever time an answer has afterwards.
      const client = connectAlone({ url: settings.url });
      try {
        await migratePostgresql(client);
      } finally {
        await client.close();
      }
    },
    open: () => new PostgresqlStore(connectAlone(settings), () => performance.now()),
  };
}
