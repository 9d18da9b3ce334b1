import { dropDatabase, makeDatabase } from "@trading-oms/scratch-database";
import { openPostgresqlStore } from "@trading-oms/store";
import { cutConnections } from "./cut-connections.ts";
import type { Engine } from "./engine.ts";

/** Makes a database on a PostgreSQL. */
export async function makePostgresql(): Promise<Engine> {
  const url = await makeDatabase();
  return {
    name: "PostgreSQL",
    place: url,
    open: () => openPostgresqlStore({ url }),
    cut: () => cutConnections(url),
    rest: async () => {
      // A server works off what it was sent, also for a process that is no more.
      let openCount: number;
      do openCount = await cutConnections(url);
      while (openCount > 0);
    },
    remove: () => dropDatabase(url),
  };
}
