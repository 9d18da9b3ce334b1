import { dropDatabase, makeDatabase } from "@trading-oms/scratch";
import { openPostgresqlStore } from "@trading-oms/store";
import { crashServer } from "./crash-server.ts";
import { cutConnections } from "./cut-connections.ts";
import type { Engine } from "./engine.ts";
import { insist } from "./insist.ts";

/** A server has half a minute to recover. */
const recoveryTriesMax = 1_500;

/** Makes a database on a PostgreSQL; where the server is ours alone, every other cut is a crash of all of it. */
export async function makePostgresql({ mayCrash }: { readonly mayCrash: boolean }): Promise<Engine> {
  const url = await makeDatabase();
  let cutCount = 0;
  return {
    name: "PostgreSQL",
    place: url,
    open: () => openPostgresqlStore({ url }),
    cut: async () => {
      cutCount += 1;
      const hasCrashed = mayCrash && cutCount % 2 === 0;
      return { connectionCount: await (hasCrashed ? crashServer : cutConnections)(url), hasCrashed };
    },
    rest: async () => {
      // A server works off what it was sent, also for a process that is no more.
      let openCount: number;
      do openCount = await insist(() => cutConnections(url), recoveryTriesMax);
      while (openCount > 0);
    },
    remove: () => dropDatabase(url),
  };
}
