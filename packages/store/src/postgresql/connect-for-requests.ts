import type { DurableStore } from "@trading-oms/brokerage/ports";
import pg from "pg";
import { type ConnectionSettings, createClient, type PostgresqlClient, postgresqlTypes } from "./client.ts";
import { explainConnecting, isRolledBack } from "./failures.ts";
import { postgresqlStoreOf } from "./postgresql-store.ts";
import { createPostgresqlSchema } from "./schema.ts";

/** PostgreSQL for runtimes such as Workers, where a connection cannot outlive its request. */
export type RequestConnections = {
  /** Creates the schema in an empty database, on a connection of its own. Refuses a database of another version. */
  readonly createSchema: () => Promise<void>;
  /** Opens a store for one request, which must close it. The first call connects. */
  readonly open: () => DurableStore;
};

/** Opens one connection per request. Use an external pooler if connecting is slow. */
export function connectForRequests(settings: SingleConnectionSettings): RequestConnections {
  return {
    createSchema: async () => {
      // `answerMsMax` does not apply: a start may wait for others that create the schema.
      const client = connectSingle({ url: settings.url });
      try {
        await createPostgresqlSchema(client);
      } finally {
        await client.close();
      }
    },
    open: () => postgresqlStoreOf(connectSingle(settings)),
  };
}

/** The address of a PostgreSQL server or of its pooler, and the longest wait for the response to a statement. */
type SingleConnectionSettings = Pick<ConnectionSettings, "url" | "answerMsMax">;

const connectMsMax = 10_000;

/**
 * A client with one connection, opened by the first statement, on which calls run one after the other. After the connection
 * breaks, the next call opens another, because only the server knows whether a change with a lost response was committed.
 *
 * A pooler may use a different server connection for each transaction, and share it with others. Therefore nothing is left
 * on the connection: statements are unnamed, and a lock timeout ends with its transaction.
 */
export function connectSingle({ url, answerMsMax }: SingleConnectionSettings): PostgresqlClient {
  let connecting: Promise<pg.Client> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const onClient = <Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> => {
    const run = last.then(async () => {
      connecting ??= connect(url, answerMsMax);
      try {
        return await work(await connecting);
      } catch (failure) {
        if (!isRolledBack(failure)) discard();
        throw failure;
      }
    });
    last = run.catch(() => {});
    return run;
  };
  return createClient(onClient, {
    keepsPrepared: false,
    close: async () => {
      await last;
      await connecting?.then((client) => client.end()).catch(() => {});
    },
  });

  /** Does not wait for `end`, which may never settle on a broken connection. */
  function discard(): void {
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
  // The next statement reports a lost connection.
  client.on("error", () => {});
  await client.connect().catch(explainConnecting);
  return client;
}
