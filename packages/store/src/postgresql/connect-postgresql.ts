import pg from "pg";
import { explainPostgresql } from "./explain-postgresql.ts";
import { openClients } from "./open-clients.ts";
import type { PostgresqlClient } from "./postgresql-client.ts";
import { postgresqlTypes } from "./postgresql-types.ts";
import { resetWaiting, TextsQuery } from "./texts-query.ts";

/** Where a PostgreSQL is, and how much of it may be used. */
export type ConnectionSettings = {
  /** Such as `postgres://oms:secret@127.0.0.1:5432/oms`. */
  readonly url: string;
  readonly connectionCountMax?: number | undefined;
  /** How long a statement may wait for its answer; as long as it takes by default, for what moves a whole database. */
  readonly answerMsMax?: number | undefined;
  /** How long to wait until the server lets us in. */
  readonly connectMsMax?: number | undefined;
};

const keepAliveMs = 10_000;
const lifetimeSecondsMax = 600;

/** Opens a pool; the server is asked for nothing yet. */
export function connectPostgresql({
  url,
  connectionCountMax = 16,
  answerMsMax,
  connectMsMax = 10_000,
}: ConnectionSettings): PostgresqlClient {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionCountMax,
    connectionTimeoutMillis: connectMsMax,
    // A timer for each statement costs more than a few connections that wait.
    idleTimeoutMillis: 0,
    // A machine that is gone says nothing, and a connection that nobody closed looks like one that is slow.
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    // Whatever the way to the server has become, no connection is older than this.
    maxLifetimeSeconds: lifetimeSecondsMax,
    ...(answerMsMax === undefined ? {} : { query_timeout: answerMsMax }),
    types: postgresqlTypes,
  });
  // A connection that breaks while it is idle is replaced by the next one that is needed.
  pool.on("error", () => {});
  const { onClient, close } = openClients(pool, connectionCountMax);
  const onConnection: PostgresqlClient["onConnection"] = (work) =>
    onClient(undefined, async (client, isBoundAlready) => {
      const query: PostgresqlClient["query"] = ({ values = [], ...statement }) =>
        client.query({ ...statement, values: [...values] }).catch(explainPostgresql);
      if (!isBoundAlready) await query({ text: resetWaiting.text });
      return work(query);
    });
  return {
    query: (statement) => onConnection((query) => query(statement)),
    queryTexts: (question) =>
      onClient(question.lockMsMax, (client, isBoundAlready) =>
        client
          .query(new TextsQuery(question, isBoundAlready ? "already" : "from-now-on"))
          .answers.catch(explainPostgresql),
      ),
    onConnection,
    close,
  };
}
