import pg from "pg";
import { explainConnecting, explainPostgresql, isUndone } from "./explain-postgresql.ts";
import type { PostgresqlClient } from "./postgresql-client.ts";
import { postgresqlTypes } from "./postgresql-types.ts";
import { TextsQuery } from "./texts-query.ts";

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
  const onClient = <Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
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
  const onConnection: PostgresqlClient["onConnection"] = (work) =>
    onClient((client) =>
      work(({ text, values = [] }) => client.query({ text, values: [...values] }).catch(explainPostgresql)),
    );
  return {
    query: (statement) => onConnection((query) => query(statement)),
    queryTexts: (question) =>
      onClient((client) =>
        client
          .query(new TextsQuery({ ...question, name: "" }, "in-question"))
          .answers.catch(explainPostgresql),
      ),
    onConnection,
    close: async () => {
      await last;
      await connecting?.then((client) => client.end()).catch(() => {});
    },
  };

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
