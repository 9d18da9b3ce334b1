import { withDatabase } from "@trading-oms/scratch";
import { openPostgresqlStore } from "@trading-oms/store";

/** Lends a database with the store's schema and nothing in it. */
export function withBenchDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  return withDatabase(async (url) => {
    await (await openPostgresqlStore({ url })).close();
    return work(url);
  });
}
