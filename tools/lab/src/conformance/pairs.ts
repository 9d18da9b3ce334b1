import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { restoreBackup, startEdge } from "@trading-oms/edge";
import { dropDatabase, findFreePort, launchOn, makeDatabase, type RuntimeName } from "@trading-oms/scratch";
import { openPostgresqlStore } from "@trading-oms/store";
import { runOms } from "../ground/oms.ts";
import { type ServerProcess, startServerProcess } from "../ground/server.ts";
import { allowedOrigin, makeFolder, type Pair, pairSettings, type Seed, type StartedPair } from "./pair.ts";

/** A runtime with SQLite, in a copy of a file. */
function onSqlite(name: string, runtime?: RuntimeName): Pair {
  return {
    name,
    start: async ({ dataFolder }) => {
      const { folder, remove } = await makeFolder(`pair-${name}-`);
      try {
        await cp(dataFolder, folder, { recursive: true });
        const launch = runtime && (await launchOn(runtime));
        const server = await startServerProcess({ ...pairSettings, DATA_DIR: folder }, launch);
        return { url: server.url, stop: () => end(server, remove) };
      } catch (failure) {
        remove();
        throw failure;
      }
    },
  };
}

export const nodeSqlite: Pair = onSqlite("node-sqlite");

/** Bun and Deno read the file by their own `node:sqlite`. */
export const bunSqlite: Pair = onSqlite("bun-sqlite", "bun");
export const denoSqlite: Pair = onSqlite("deno-sqlite", "deno");

/** Node with PostgreSQL, in a database that is made for it. */
const nodePostgresql: Pair = {
  name: "node-postgresql",
  start: async ({ backupFile, jwks }) => {
    const url = await makeDatabase();
    const { folder, remove } = await makeFolder("pair-node-postgresql-");
    const clean = (): Promise<void> => dropDatabase(url).finally(remove);
    try {
      await runOms({ DATABASE_URL: url, DATA_DIR: folder }, "db", "restore", backupFile);
      const keys = join(folder, "jwks.json");
      await writeFile(keys, jwks);
      const server = await startServerProcess({
        ...pairSettings,
        PORT: `${await findFreePort()}`,
        DATABASE_URL: url,
        DATA_DIR: folder,
        AUTH_JWKS_FILE: keys,
      });
      return { url: server.url, stop: () => end(server, clean) };
    } catch (failure) {
      await clean();
      throw failure;
    }
  },
};

/** What the Workers of every pair are told: no limit on requests, and one origin that may call. */
const ofEach = { CORS_ORIGINS: allowedOrigin, LOG_LEVEL: "error" };

/** The texts of the Worker that answers requests, and of the one that reads cards. */
function edgeTexts(jwks: string) {
  return {
    texts: { ...ofEach, RATE_LIMIT_USER: "0", RATE_LIMIT_ADDRESS: "0", AUTH_JWKS: jwks },
    cardTexts: { ...ofEach, RATE_LIMIT_CARDS: "0" },
  };
}

/** The bundles in workerd on this machine, on a D1 as miniflare has it, which ends with them. */
export const workerdD1 = {
  name: "workerd-d1",
  start: async ({ backupFile, jwks }: Pick<Seed, "backupFile" | "jwks">): Promise<StartedPair> => {
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

const secret = "the-secret-of-a-pair-that-forwards-cards";

/**
 * The bundles in workerd on this machine, on a scratch PostgreSQL by a Hyperdrive as miniflare has it. Cards are forwarded
 * to a server on Node.
 */
export const workerdPostgresql = {
  name: "workerd-postgresql",
  start: async ({ backupFile, jwks }: Pick<Seed, "backupFile" | "jwks">): Promise<StartedPair> => {
    await using stack = new AsyncDisposableStack();
    const databaseUrl = await makeDatabase();
    stack.defer(() => dropDatabase(databaseUrl));
    await restoreBackup(await openPostgresqlStore({ url: databaseUrl }), backupFile);
    const { folder, remove } = await makeFolder("pair-card-reader-");
    stack.defer(remove);
    const reader = await startServerProcess({
      ...pairSettings,
      DATA_DIR: folder,
      CARD_READER_SECRET: secret,
    });
    stack.defer(() => end(reader));
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

/** Every pair of runtime and store, in the order of the table's columns. */
export const everyPair: readonly Pair[] = [
  nodeSqlite,
  nodePostgresql,
  workerdD1,
  workerdPostgresql,
  bunSqlite,
  denoSqlite,
];

async function end(server: ServerProcess, clean?: () => void | Promise<void>): Promise<void> {
  await server.stop();
  await clean?.();
}
