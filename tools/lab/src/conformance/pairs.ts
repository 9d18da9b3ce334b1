import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { restoreBackup, startEdge } from "@trading-oms/edge";
import {
  findFreePort,
  launchOn,
  makeDatabase,
  type RuntimeName,
  releaseDatabase,
  runOms,
} from "@trading-oms/scratch";
import { openPostgresqlStore } from "@trading-oms/store";
import { startServerProcess } from "../harness/server.ts";

/** The common initial state, so that every difference comes from the pair. */
export type Seed = {
  /** A folder with an `oms.sqlite` and the demonstration's keys. It is copied and never written. */
  readonly dataFolder: string;
  /** The same data as a file of `oms db backup`. */
  readonly backupFile: string;
  /** The public keys for tokens, in the format of `AUTH_JWKS_FILE`. */
  readonly jwks: string;
};

/** A running deployment. */
type StartedPair = { readonly url: string; readonly stop: () => Promise<void> };

/** A deployment: a runtime and a store. */
export type Pair = { readonly name: string; readonly start: (seed: Seed) => Promise<StartedPair> };

/** The CORS origin that every pair allows. */
export const allowedOrigin = "https://app.example.com";

/** The settings of every server process (Workers have those of `edgeTexts`): the desk, no rate limits, no prices but those of the seed, and one CORS origin. */
const pairSettings: Readonly<Record<string, string>> = {
  OPERATOR: "on",
  RATE_LIMIT_OPERATOR: "0",
  RATE_LIMIT_USER: "0",
  RATE_LIMIT_ADDRESS: "0",
  RATE_LIMIT_CARDS: "0",
  LOG_LEVEL: "error",
  CORS_ORIGINS: allowedOrigin,
  FEED: "none",
  DRAIN_DELAY_MS: "0",
  WATCH: "off",
};

/** The resources of a running pair. All are released when the pair is stopped or fails to start. */
class PairGround {
  readonly #stack: AsyncDisposableStack;
  readonly #seed: Seed;

  constructor(stack: AsyncDisposableStack, seed: Seed) {
    this.#stack = stack;
    this.#seed = seed;
  }

  defer(end: () => Promise<unknown>): void {
    this.#stack.defer(async () => void (await end()));
  }

  async makeFolder(): Promise<string> {
    // Next to the seed, in a folder that is removed even if the run is interrupted.
    const folder = await mkdtemp(join(dirname(this.#seed.dataFolder), "pair-"));
    this.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
    return folder;
  }

  async makeDatabase(): Promise<string> {
    const url = await makeDatabase();
    this.defer(() => releaseDatabase(url));
    return url;
  }

  async startServer(settings: Readonly<Record<string, string>>, runtime?: RuntimeName): Promise<string> {
    const launch = runtime && (await launchOn(runtime));
    const server = await startServerProcess({ ...pairSettings, ...settings }, launch);
    this.defer(server.stop);
    return server.url;
  }

  async startEdge(given: Parameters<typeof startEdge>[0]) {
    const edge = await startEdge(given);
    this.defer(edge.stop);
    return edge;
  }
}

/** Creates a pair. `serve` starts its resources and returns the URL. */
function makePair(name: string, serve: (ground: PairGround, seed: Seed) => Promise<string>): Pair {
  return {
    name,
    start: async (seed) => {
      await using stack = new AsyncDisposableStack();
      const url = await serve(new PairGround(stack, seed), seed);
      const started = stack.move();
      return { url, stop: () => started.disposeAsync() };
    },
  };
}

/** A runtime with a copy of the SQLite file. */
function onSqlite(name: string, runtime?: RuntimeName): Pair {
  return makePair(name, async (ground, { dataFolder }) => {
    const folder = await ground.makeFolder();
    await cp(dataFolder, folder, { recursive: true });
    return ground.startServer({ DATA_DIR: folder }, runtime);
  });
}

export const nodeSqlite: Pair = onSqlite("node-sqlite");

/** Bun and Deno use their own `node:sqlite`. */
export const bunSqlite: Pair = onSqlite("bun-sqlite", "bun");
export const denoSqlite: Pair = onSqlite("deno-sqlite", "deno");

/** Node with a new PostgreSQL database. */
const nodePostgresql = makePair("node-postgresql", async (ground, { backupFile, jwks }) => {
  const url = await ground.makeDatabase();
  const folder = await ground.makeFolder();
  await runOms({ DATABASE_URL: url, DATA_DIR: folder }, "db", "migrate");
  await runOms({ DATABASE_URL: url, DATA_DIR: folder }, "db", "restore", backupFile);
  const keys = join(folder, "jwks.json");
  await writeFile(keys, jwks);
  return ground.startServer({
    PORT: `${await findFreePort()}`,
    DATABASE_URL: url,
    DATA_DIR: folder,
    AUTH_JWKS_FILE: keys,
  });
});

/** The variables of the request Worker and the card Worker. */
function edgeTexts(jwks: string) {
  const both = { CORS_ORIGINS: allowedOrigin, LOG_LEVEL: "error" };
  return {
    texts: { ...both, RATE_LIMIT_USER: "0", RATE_LIMIT_ADDRESS: "0", AUTH_JWKS: jwks },
    cardTexts: { ...both, RATE_LIMIT_CARDS: "0" },
  };
}

/** The bundles in workerd on this machine, with miniflare's D1 in memory. */
export const workerdD1 = makePair("workerd-d1", async (ground, { backupFile, jwks }) => {
  const edge = await ground.startEdge({ ...edgeTexts(jwks), port: 0 });
  await restoreBackup(await edge.openStore(), backupFile);
  return edge.url;
});

const secret = "the-secret-of-a-pair-that-forwards-cards";

/**
 * The bundles in workerd on this machine, with miniflare's Hyperdrive to a scratch PostgreSQL. Cards are forwarded to a
 * server on Node.
 */
export const workerdPostgresql = makePair("workerd-postgresql", async (ground, { backupFile, jwks }) => {
  const databaseUrl = await ground.makeDatabase();
  await restoreBackup(await openPostgresqlStore({ url: databaseUrl }), backupFile);
  const folder = await ground.makeFolder();
  const readerUrl = await ground.startServer({ DATA_DIR: folder, CARD_READER_SECRET: secret });
  const { texts, cardTexts } = edgeTexts(jwks);
  const forwarding = { CARD_READER_URL: readerUrl, CARD_READER_SECRET: secret };
  const edge = await ground.startEdge({
    ...{ texts, cardTexts: { ...cardTexts, ...forwarding } },
    ...{ port: 0, databaseUrl },
  });
  return edge.url;
});

/** Every pair of runtime and store, in the column order of the table. */
export const everyPair: readonly Pair[] = [
  nodeSqlite,
  nodePostgresql,
  workerdD1,
  workerdPostgresql,
  bunSqlite,
  denoSqlite,
];
