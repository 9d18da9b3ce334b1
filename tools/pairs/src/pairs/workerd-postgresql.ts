import { restoreBackup, startEdge } from "@trading-oms/edge";
import { dropDatabase, makeDatabase } from "@trading-oms/scratch";
import { openPostgresqlStore } from "@trading-oms/store";

import { edgeTexts } from "../edge-texts.ts";
import { makeFolder } from "../make-folder.ts";
import { startNodeServer } from "../start-node-server.ts";

type Seed = { readonly dataFolder: string; readonly backupFile: string; readonly jwks: string };

const secret = "the-secret-of-a-pair-that-forwards-cards";

/**
 * The bundles in workerd on this machine, on a scratch PostgreSQL by a Hyperdrive as miniflare has it. Cards are forwarded
 * to a server on Node.
 */
export const workerdPostgresql = {
  name: "workerd-postgresql",
  start: async ({ backupFile, jwks }: Seed): Promise<{ url: string; stop(): Promise<void> }> => {
    await using stack = new AsyncDisposableStack();
    const databaseUrl = await makeDatabase();
    stack.defer(() => dropDatabase(databaseUrl));
    await restoreBackup(await openPostgresqlStore({ url: databaseUrl }), backupFile);
    const { folder, remove } = await makeFolder("pair-card-reader-");
    stack.defer(remove);
    const reader = await startNodeServer({ DATA_DIR: folder, CARD_READER_SECRET: secret });
    stack.defer(reader.stop);
    const { texts, cardTexts } = edgeTexts(jwks);
    const forwarding = { CARD_READER_URL: reader.url, CARD_READER_SECRET: secret };
    const edge = await startEdge({
      texts,
      cardTexts: { ...cardTexts, ...forwarding },
      port: 0,
      databaseUrl,
    });
    stack.defer(edge.stop);
    const started = stack.move();
    return { url: edge.url, stop: () => started.disposeAsync() };
  },
};
