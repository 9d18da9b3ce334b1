import { restoreBackup, startEdge } from "@trading-oms/edge";

import { edgeTexts } from "../edge-texts.ts";

type Seed = { readonly dataFolder: string; readonly backupFile: string; readonly jwks: string };

/** The bundles in workerd on this machine, on a D1 as miniflare has it, which ends with them. */
export const workerdD1 = {
  name: "workerd-d1",
  start: async ({ backupFile, jwks }: Seed): Promise<{ url: string; stop(): Promise<void> }> => {
    const edge = await startEdge({ ...edgeTexts(jwks), port: 0 });
    try {
      await restoreBackup(await edge.openStore(), backupFile);
      return { url: edge.url, stop: edge.stop };
    } catch (failure) {
      await edge.stop();
      throw failure;
    }
  },
};
