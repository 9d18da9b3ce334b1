import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { dropDatabase, makeDatabase } from "@trading-oms/scratch";
import { makeFolder } from "../make-folder.ts";
import type { Pair } from "../pair.ts";
import { runOms } from "../run-oms.ts";
import { startNodeServer } from "../start-node-server.ts";

/** Node with PostgreSQL, in a database that is made for it. */
export const nodePostgresql: Pair = {
  name: "node-postgresql",
  start: async ({ backupFile, jwks }) => {
    const url = await makeDatabase();
    const { folder, remove } = await makeFolder("pair-node-postgresql-");
    const clean = (): Promise<void> => dropDatabase(url).finally(remove);
    try {
      await runOms({ DATABASE_URL: url, DATA_DIR: folder }, "db", "restore", backupFile);
      const keys = join(folder, "jwks.json");
      await writeFile(keys, jwks);
      const server = await startNodeServer({ DATABASE_URL: url, DATA_DIR: folder, AUTH_JWKS_FILE: keys });
      return { url: server.url, stop: () => server.stop().finally(clean) };
    } catch (failure) {
      await clean();
      throw failure;
    }
  },
};
