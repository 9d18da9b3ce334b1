import { cp } from "node:fs/promises";
import { makeFolder } from "../make-folder.ts";
import type { Pair } from "../pair.ts";
import { startNodeServer } from "../start-node-server.ts";

/** Node with its own SQLite, in a file. */
export const nodeSqlite: Pair = {
  name: "node-sqlite",
  start: async ({ dataFolder }) => {
    const { folder, remove } = await makeFolder("pair-node-sqlite-");
    try {
      await cp(dataFolder, folder, { recursive: true });
      const server = await startNodeServer({ DATA_DIR: folder });
      return { url: server.url, stop: () => server.stop().finally(remove) };
    } catch (failure) {
      remove();
      throw failure;
    }
  },
};
