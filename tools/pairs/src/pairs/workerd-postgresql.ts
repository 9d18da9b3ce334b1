import { restoreBackup, startEdge } from "@trading-oms/edge";
import { dropDatabase, makeDatabase } from "@trading-oms/scratch-database";
import { openPostgresqlStore } from "@trading-oms/store";

import { edgeTexts } from "../edge-texts.ts";

type Seed = { readonly dataFolder: string; readonly backupFile: string; readonly jwks: string };

/** The bundles in workerd on this machine, on a scratch PostgreSQL by a Hyperdrive as miniflare has it. */
export const workerdPostgresql = {
  name: "workerd-postgresql",
  start: async ({ backupFile, jwks }: Seed): Promise<{ url: string; stop(): Promise<void> }> => {
    const databaseUrl = await makeDatabase();
    try {
      await restoreBackup(await openPostgresqlStore({ url: databaseUrl }), backupFile);
      const edge = await startEdge({ ...edgeTexts(jwks), port: 0, databaseUrl });
      return {
        url: edge.url,
        stop: () => edge.stop().finally(() => dropDatabase(databaseUrl)),
      };
    } catch (failure) {
      await dropDatabase(databaseUrl);
      throw failure;
    }
  },
};
