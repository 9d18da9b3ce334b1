import type { Store } from "@trading-oms/brokerage/ports";
import { openPostgresqlStore, openSqliteStore, startWriterHere } from "@trading-oms/store";

/** Opens the store at an address or on a file; without durability, SQLite writes on the main thread and flushes nothing. */
export function openBenchStore(place: string, durability?: "none"): Promise<Store> {
  if (place.startsWith("postgres")) return openPostgresqlStore({ url: place });
  return openSqliteStore({
    path: place,
    // So that only the change is measured, and not the way to a thread.
    startWriter: durability === "none" ? (path) => startWriterHere(path, "none") : undefined,
  });
}
