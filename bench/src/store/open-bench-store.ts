import type { Store } from "@trading-oms/brokerage/ports";
import { openPostgresqlStore, openSqliteStore, startWriterHere } from "@trading-oms/store";

/** What a store on SQLite does without: the flushes, and then the thread as well, or only the thread. */
export type Without = "flushes" | "thread";

/** Opens the store at an address or on a file. */
export function openBenchStore(place: string, without?: Without): Promise<Store> {
  if (place.startsWith("postgres")) return openPostgresqlStore({ url: place });
  const durability = without === "flushes" ? "none" : "full";
  return openSqliteStore({
    path: place,
    startWriter: without === undefined ? undefined : (path) => startWriterHere(path, durability),
  });
}
