import type { Store } from "@trading-oms/brokerage/ports";
import { openPostgresqlStore, openSqliteStore, startWriterHere } from "@trading-oms/store";

/**
 * What a store on SQLite does without: the thread, or the flushes and the thread, so that only the change is measured and
 * not the way to another.
 */
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
