import pg from "pg";
import { explainConnecting, explainPostgresql, isUndone } from "./failures.ts";
import { type NamedStatement, type TextsAnswer, TextsQuery, type TextsQuestion } from "./packets.ts";

/** A row as the driver gives it: bigint columns as bigint. */
export type PostgresqlRow = Readonly<Record<string, unknown>>;

/** What came of a statement. */
type PostgresqlResult = { readonly rows: PostgresqlRow[]; readonly rowCount: number | null };

/** As much of a pool as the store needs. */
export type PostgresqlClient = {
  /** One statement, prepared where it has a name. */
  readonly query: (
    statement: NamedStatement | { readonly text: string; readonly values?: readonly unknown[] },
  ) => Promise<PostgresqlResult>;
  /**
   * One statement with each of several lists of values, in their order and in one transaction, for which one round trip
   * and one flush are enough; what each of them came to.
   */
  readonly queryTexts: (question: TextsQuestion) => Promise<readonly TextsAnswer[]>;
  /** Several statements on one connection; whoever begins a transaction ends it. */
  readonly onConnection: <Result>(
    work: (query: PostgresqlClient["query"]) => Promise<Result>,
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
};

/** Runs statements in one transaction, which is undone where any of them fails. */
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
      // A connection that is gone has undone it already.
      await query({ text: "rollback" }).catch(() => {});
      throw failure;
    }
  });
}

const int8Oid = 20;

/** How columns become values: what PostgreSQL calls bigint is one here too. */
export const postgresqlTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === int8Oid && format !== "binary" ? BigInt : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

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
  // The pool listens only while a connection is idle, and a failure that nobody hears ends the process.
  const broken = new WeakSet<pg.ClientBase>();
  pool.on("connect", (client) => {
    client.on("error", () => broken.add(client));
  });
  const onClient = async <Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect().catch(explainConnecting);
    try {
      return await work(client);
    } catch (failure) {
      // A statement that the server refused leaves the connection as good as it was.
      if (!isUndone(failure)) broken.add(client);
      throw failure;
    } finally {
      client.release(broken.has(client));
    }
  };
  return clientOn(onClient, { keepsNames: true, close: () => pool.end() });
}

type OnClient = <Result>(work: (client: pg.ClientBase) => Promise<Result>) => Promise<Result>;

/** The client on connections that are lent for one piece of work each, and keep prepared statements or not. */
export function clientOn(
  onClient: OnClient,
  { keepsNames, close }: { readonly keepsNames: boolean; readonly close: () => Promise<void> },
): PostgresqlClient {
  const onConnection: PostgresqlClient["onConnection"] = (work) =>
    onClient((client) =>
      work(({ values = [], text, ...named }) =>
        client.query({ text, values: [...values], ...(keepsNames ? named : {}) }).catch(explainPostgresql),
      ),
    );
  return {
    query: (statement) => onConnection((query) => query(statement)),
    queryTexts: (question) =>
      onClient((client) => {
        const asked = keepsNames ? question : { ...question, name: "" };
        return client.query(new TextsQuery(asked)).answers.catch(explainPostgresql);
      }),
    onConnection,
    close,
  };
}
