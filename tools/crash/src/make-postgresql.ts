import { dropDatabase, makeDatabase } from "@trading-oms/scratch-database";
import { openPostgresqlStore } from "@trading-oms/store";
import type { Engine } from "./engine.ts";

/** Makes a database on a PostgreSQL. */
export async function makePostgresql(): Promise<Engine> {
  const url = await makeDatabase();
  return {
    name: "PostgreSQL",
    place: url,
    open: () => openPostgresqlStore({ url }),
    remove: () => dropDatabase(url),
  };
}
