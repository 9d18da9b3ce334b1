import type { PostgresqlClient } from "../postgresql/client.ts";
import { countTo } from "./count-to.ts";

/** A way to a server on which the n-th statement fails before it is sent. */
export function makeFaultyPostgresql(
  client: PostgresqlClient,
  failAt: number,
): { readonly client: PostgresqlClient; readonly hasStruck: () => boolean } {
  const { strike, hasStruck } = countTo(failAt);
  const wrap =
    (query: PostgresqlClient["query"]): PostgresqlClient["query"] =>
    async (statement) => {
      strike();
      return query(statement);
    };
  return {
    client: {
      query: wrap(client.query),
      queryTexts: async (question) => {
        strike();
        return client.queryTexts(question);
      },
      onConnection: (work) => client.onConnection((query) => work(wrap(query))),
      close: client.close,
    },
    hasStruck,
  };
}
