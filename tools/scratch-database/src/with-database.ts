import { dropDatabase, makeDatabase } from "./make-database.ts";
import { type Rows, runSql } from "./run-sql.ts";

/** Runs statements on the database that is lent. */
export type RunSql = (text: string) => Promise<Rows>;

/** Lends an empty database, and drops it behind its user. */
export async function withDatabase<Result>(
  work: (url: string, run: RunSql) => Promise<Result>,
): Promise<Result> {
  const url = await makeDatabase();
  try {
    return await work(url, (text) => runSql(url, text));
  } finally {
    await dropDatabase(url);
  }
}
