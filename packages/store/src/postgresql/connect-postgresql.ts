import pg from "pg";
import { StoreFault } from "../store-fault.ts";
import { isUndone } from "./is-undone.ts";
import type { PostgresqlClient } from "./postgresql-client.ts";
import { TextsQuery } from "./texts-query.ts";

/** Where a PostgreSQL is, and how much of it may be used. */
export type ConnectionSettings = {
  /** Such as `postgres://oms:secret@127.0.0.1:5432/oms`. */
  readonly url: string;
  readonly connectionCountMax?: number | undefined;
  /** How long a statement may wait for its answer; as long as it takes by default, for what moves a whole database. */
  readonly answerMsMax?: number | undefined;
};

const int8Oid = 20;
const connectMsMax = 10_000;
const keepAliveMs = 10_000;
const lifetimeSecondsMax = 600;

/** Opens a pool; the server is asked for nothing yet. */
export function connectPostgresql({
  url,
  connectionCountMax = 16,
  answerMsMax,
}: ConnectionSettings): PostgresqlClient {
  const types = {
    getTypeParser: (oid: number, format?: "text" | "binary") =>
      oid === int8Oid && format !== "binary" ? BigInt : pg.types.getTypeParser(oid, format),
  };
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
    types: types as pg.CustomTypesConfig,
  });
  // A connection that breaks while it is idle is replaced by the next one that is needed.
  pool.on("error", () => {});
  // The pool listens only while a connection is idle, and a failure that nobody hears ends the process. One listener for
  // its life costs a statement nothing.
  const broken = new WeakSet<pg.ClientBase>();
  pool.on("connect", (client) => {
    client.on("error", () => broken.add(client));
  });
  const onClient = async <Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect().catch(explainConnecting);
    try {
      return await work(client);
    } catch (failure) {
      // A statement that the server refused leaves the connection as good as it was, outside of a transaction.
      if (!isUndone(failure)) broken.add(client);
      throw failure;
    } finally {
      client.release(broken.has(client));
    }
  };
  const onConnection: PostgresqlClient["onConnection"] = (work) =>
    onClient((client) =>
      work(({ values = [], ...statement }) => client.query({ ...statement, values: [...values] })),
    );
  return {
    query: (statement) => onConnection((query) => query(statement)).catch(explain),
    queryTexts: (question) =>
      onClient((client) => client.query(new TextsQuery(question)).answers).catch(explain),
    onConnection,
    close: () => pool.end(),
  };
}

function explain(failure: unknown): never {
  const code = failure instanceof pg.DatabaseError ? failure.code : undefined;
  if (code === "53100")
    throw new StoreFault("disk-full", "PostgreSQL has no room left; nothing was written.", failure);
  if (code === "25006")
    throw new StoreFault("not-writable", "This PostgreSQL only reads; name the one that writes.", failure);
  throw failure;
}

function explainConnecting(failure: unknown): never {
  const code = failure instanceof Error && "code" in failure ? ` (${String(failure.code)})` : "";
  // The address may hold a password, and so may what the driver says.
  throw new StoreFault(
    "unreachable",
    `PostgreSQL can't be used${code}; look at the address, the database, user and password.`,
  );
}
