import type { PostgresqlClient } from "./postgresql-client.ts";

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
