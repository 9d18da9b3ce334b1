import type { Store } from "@trading-oms/brokerage/ports";
import pg from "pg";
import { clientOn, type PostgresqlClient, postgresqlTypes } from "./client.ts";
import { explainConnecting, isUndone } from "./failures.ts";
import { postgresqlStoreOf } from "./postgresql-store.ts";
import { migratePostgresql } from "./schema.ts";

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
    open: () => postgresqlStoreOf(connectAlone(settings), () => performance.now()),
  };
}

/** Where a PostgreSQL is, or what pools its connections. */
export type AloneConnectionSettings = {
  readonly url: string;
  /** How long a statement may wait for its answer; as long as it takes by default. */
  readonly answerMsMax?: number | undefined;
};

const connectMsMax = 10_000;

/**
 * Opens one connection, as soon as something is asked of it; pieces of work follow each other on it. What is asked after it
 * broke is asked on another: whether a change was made whose answer was lost, only the server can tell.
 *
 * What pools connections on the way may hand out another for each transaction, and the same one to others. So nothing is
 * left behind on it: statements have no names, and how long one waits ends with it.
 */
export function connectAlone({ url, answerMsMax }: AloneConnectionSettings): PostgresqlClient {
  let connecting: Promise<pg.Client> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const onClient = <Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> => {
    const run = last.then(async () => {
      connecting ??= connect(url, answerMsMax);
      try {
        return await work(await connecting);
      } catch (failure) {
        if (!isUndone(failure)) leave();
        throw failure;
      }
    });
    last = run.catch(() => {});
    return run;
  };
  return clientOn(onClient, {
    keepsNames: false,
    close: async () => {
      await last;
      await connecting?.then((client) => client.end()).catch(() => {});
    },
  });

  /** Nobody waits until it has ended: one that broke may never tell. */
  function leave(): void {
    connecting?.then((client) => client.end()).catch(() => {});
    connecting = undefined;
  }
}

async function connect(url: string, answerMsMax: number | undefined): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMsMax,
    ...(answerMsMax === undefined ? {} : { query_timeout: answerMsMax }),
    types: postgresqlTypes,
  });
  // Whatever is asked next says that it is gone.
  client.on("error", () => {});
  await client.connect().catch(explainConnecting);
  return client;
}
