import pg from "pg";
import type { Row } from "../sql/table.ts";
import { explainConnecting, explainPostgresql, isRolledBack } from "./failures.ts";
import {
  type NamedStatement,
  PipelinedQuery,
  type PipelinedResult,
  type PipelinedStatement,
} from "./pipelined-query.ts";

/** Rows have bigints in columns of bigint. */
type PostgresqlResult = { readonly rows: Row[]; readonly rowCount: number | null };

/** The connections of a store. */
export type PostgresqlClient = {
  /** Executes one statement, prepared if it has a name. */
  readonly query: (
    statement: NamedStatement | { readonly text: string; readonly values?: readonly unknown[] },
  ) => Promise<PostgresqlResult>;
  /** Executes one statement with several parameter lists, in order, in one transaction with one round trip and one flush. */
  readonly queryPipelined: (statement: PipelinedStatement) => Promise<readonly PipelinedResult[]>;
  /** Executes several statements on one connection. A callback that begins a transaction must also end it. */
  readonly onConnection: <Result>(
    work: (query: PostgresqlClient["query"]) => Promise<Result>,
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
};

/** Runs a callback in one transaction, which is rolled back if the callback fails. */
export function inTransaction<Result>(
  client: PostgresqlClient,
  work: (query: PostgresqlClient["query"]) => Promise<Result>,
): Promise<Result> {
  return client.onConnection(async (query) => {
    await query({ text: "begin" });
    try {
      const result = await work(query);
      await query({ text: "commit" });
      return result;
    } catch (failure) {
      // A lost connection needs no rollback: the server does it.
      await query({ text: "rollback" }).catch(() => {});
      throw failure;
    }
  });
}

const int8Oid = 20;

/** The driver's column parsers, with bigint columns parsed to bigint. */
export const postgresqlTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === int8Oid && format !== "binary" ? BigInt : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

/** The address of a PostgreSQL server, and the limits of the connection pool. */
export type ConnectionSettings = {
  /** For example `postgres://oms:secret@127.0.0.1:5432/oms`. */
  readonly url: string;
  readonly connectionCountMax?: number | undefined;
  /** The longest wait for the response to a statement. Unlimited by default, which long restores need. */
  readonly answerMsMax?: number | undefined;
  /** How long PostgreSQL works on a statement, with its wait for locks, before it cancels it. Its own setting by default. */
  readonly statementMsMax?: number | undefined;
  /** The longest wait for a connection. */
  readonly connectMsMax?: number | undefined;
  /** How the connections are named in `pg_stat_activity`. */
  readonly name?: string | undefined;
};

const setStatementTimeout = "select set_config('statement_timeout', $1, false)";

const keepAliveMs = 10_000;
const lifetimeSecondsMax = 600;

/** Opens a pool. The first statement opens the first connection. */
export function connectPostgresql({
  url,
  connectionCountMax = 16,
  answerMsMax,
  statementMsMax,
  connectMsMax = 10_000,
  name,
}: ConnectionSettings): PostgresqlClient {
  const pool = new pg.Pool({
    connectionString: url,
    ...(name === undefined ? {} : { application_name: name }),
    max: connectionCountMax,
    connectionTimeoutMillis: connectMsMax,
    // An idle timeout needs a timer per statement, which costs more than a few idle connections.
    idleTimeoutMillis: 0,
    // Without keep-alive, a server machine that has disappeared looks like a slow one.
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    // Connections follow a changed route to the server within this time.
    maxLifetimeSeconds: lifetimeSecondsMax,
    ...(answerMsMax === undefined ? {} : { query_timeout: answerMsMax }),
    types: postgresqlTypes,
  });
  // The pool removes an idle connection that breaks; the next statement opens another.
  pool.on("error", () => {});
  // The pool listens for errors only while a connection is idle. An error event without a listener ends the process.
  const broken = new WeakSet<pg.ClientBase>();
  pool.on("connect", (client) => {
    client.on("error", () => broken.add(client));
  });
  const limited = new WeakSet<pg.ClientBase>();
  const onClient = async <Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect().catch(explainConnecting);
    try {
      // By a statement, since poolers refuse it among the parameters of a connection.
      if (statementMsMax !== undefined && !limited.has(client)) {
        await client.query(setStatementTimeout, [String(statementMsMax)]).catch(explainPostgresql);
        limited.add(client);
      }
      return await work(client);
    } catch (failure) {
      // A connection stays usable after a statement that the server rolled back.
      if (!isRolledBack(failure)) broken.add(client);
      throw failure;
    } finally {
      client.release(broken.has(client));
    }
  };
  return createClient(onClient, { keepsPrepared: true, close: () => pool.end() });
}

type OnClient = <Result>(work: (client: pg.ClientBase) => Promise<Result>) => Promise<Result>;

/** Creates a client on connections that `onClient` lends to callbacks. `keepsPrepared`: prepared statements stay on them. */
export function createClient(
  onClient: OnClient,
  { keepsPrepared, close }: { readonly keepsPrepared: boolean; readonly close: () => Promise<void> },
): PostgresqlClient {
  const onConnection: PostgresqlClient["onConnection"] = (work) =>
    onClient((client) =>
      work(({ values = [], text, ...named }) =>
        client.query({ text, values: [...values], ...(keepsPrepared ? named : {}) }).catch(explainPostgresql),
      ),
    );
  return {
    query: (statement) => onConnection((query) => query(statement)),
    queryPipelined: (statement) =>
      onClient((client) => {
        const query = new PipelinedQuery(keepsPrepared ? statement : { ...statement, name: "" });
        return client.query(query).results.catch(explainPostgresql);
      }),
    onConnection,
    close,
  };
}
