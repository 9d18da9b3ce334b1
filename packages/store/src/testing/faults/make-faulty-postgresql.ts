import type { PostgresqlClient } from "../../postgresql/client.ts";
import { createFaultPoint } from "../fault-point.ts";

/** A client whose n-th statement fails before it is sent. */
export function makeFaultyPostgresql(
  client: PostgresqlClient,
  failAt: number,
): { readonly client: PostgresqlClient; readonly hasFired: () => boolean } {
  const { hit, hasFired } = createFaultPoint(failAt);
  const wrap =
    (query: PostgresqlClient["query"]): PostgresqlClient["query"] =>
    async (statement) => {
      hit();
      return query(statement);
    };
  return {
    client: {
      query: wrap(client.query),
      queryPipelined: async (statement) => {
        hit();
        return client.queryPipelined(statement);
      },
      onConnection: (work) => client.onConnection((query) => work(wrap(query))),
      close: client.close,
    },
    hasFired,
  };
}
