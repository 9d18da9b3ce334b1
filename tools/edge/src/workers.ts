import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Unstable_Config, unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import { bundleWorker } from "./bundle.ts";

/** The folder of the configurations by which Workers are run here, rehearsed and deployed. */
export const serverFolder: string = fileURLToPath(new URL("../../../apps/server/", import.meta.url));

/** A Worker of the house: what it begins with, the configuration that it runs by, and what it may weigh. */
export type EdgeWorker = {
  readonly entry: string;
  readonly configurationFile: string;
  /** Compressed, with the WebAssembly beside it. */
  readonly budgetKib: number;
  /** What it imports of Node's, as far as Workers have it; left out, nothing. */
  readonly runtimeModules?: readonly string[];
};

/** Answers requests, on D1. */
export const requestWorker: EdgeWorker = {
  entry: entryOf("workers"),
  configurationFile: "wrangler.jsonc",
  budgetKib: 150,
};

/** Answers requests, on a PostgreSQL through Hyperdrive; the driver is most of what it weighs more. */
export const postgresqlWorker: EdgeWorker = {
  entry: entryOf("workers-postgresql"),
  configurationFile: "wrangler.postgresql.jsonc",
  budgetKib: 190,
  runtimeModules: [
    "async_hooks",
    "crypto",
    "dns",
    "events",
    "fs",
    "net",
    "path",
    "stream",
    "string_decoder",
    "tls",
    "util",
    "util/types",
  ],
};

/** Reads cards; the WebAssembly that decodes codes and JPEG is most of it. */
export const cardWorker: EdgeWorker = {
  entry: entryOf("card-worker"),
  configurationFile: "wrangler.cards.jsonc",
  budgetKib: 640,
};

/** The same, where images of cards are kept. */
export const keepingCardWorker: EdgeWorker = {
  ...cardWorker,
  configurationFile: "wrangler.cards.keeping.jsonc",
};

/** Shows kept images, and removes them. */
export const imageWorker: EdgeWorker = {
  entry: entryOf("image-worker"),
  configurationFile: "wrangler.images.jsonc",
  budgetKib: 20,
};

/** Watches positions, woken by the clock. */
export const watchWorker: EdgeWorker = {
  entry: entryOf("watch-worker"),
  configurationFile: "wrangler.watch.jsonc",
  budgetKib: 40,
};

/** The same on a PostgreSQL through Hyperdrive, with what its driver imports; for a database that no server watches. */
export const postgresqlWatchWorker: EdgeWorker = {
  ...watchWorker,
  entry: entryOf("watch-worker-postgresql"),
  configurationFile: "wrangler.watch.postgresql.jsonc",
  budgetKib: 80,
  runtimeModules: postgresqlWorker.runtimeModules ?? [],
};

/** What is deployed together; on D1 there is always one that watches. */
export type Deployment = {
  readonly isOnPostgresql: boolean;
  readonly watchesPostgresql: boolean;
  readonly keepsImages: boolean;
};

/** In the order in which they are deployed: one that is bound by another, or linked to, has to be there before it. */
export function workersOf(deployment: Deployment): readonly EdgeWorker[] {
  const { isOnPostgresql, watchesPostgresql, keepsImages } = deployment;
  const cards = keepsImages ? [imageWorker, keepingCardWorker] : [cardWorker];
  if (!isOnPostgresql) return [...cards, requestWorker, watchWorker];
  return [...cards, postgresqlWorker, ...(watchesPostgresql ? [postgresqlWatchWorker] : [])];
}

/** All that there are. */
export const edgeWorkers: readonly EdgeWorker[] = [
  cardWorker,
  requestWorker,
  watchWorker,
  postgresqlWorker,
  postgresqlWatchWorker,
  imageWorker,
  keepingCardWorker,
];

function entryOf(name: string): string {
  return fileURLToPath(import.meta.resolve(`@trading-oms/server/${name}`));
}

/** A configuration as wrangler reads it when it deploys. */
export function readConfiguration({ configurationFile }: EdgeWorker): Unstable_Config {
  return unstable_readConfig({ config: join(serverFolder, configurationFile) });
}

/** Texts of a configuration and secrets, by their names. */
export type WorkerTexts = Readonly<Record<string, string>>;

/** How miniflare is to run a Worker. */
export type WorkerOptions = Awaited<ReturnType<typeof readWorkerOptions>>;

/** Bundles a Worker and has wrangler say how miniflare is to run it, as its configuration says how it is deployed. */
export async function readWorkerOptions(worker: EdgeWorker, texts: WorkerTexts, databaseUrl?: string) {
  const { code, compiled } = await bundleWorker(worker);
  const { name = "", hyperdrive, vars, ...configuration } = readConfiguration(worker);
  // Without a database here, none is bound.
  const local = databaseUrl === undefined ? [] : hyperdrive;
  const { workerOptions } = unstable_getMiniflareWorkerOptions({
    ...configuration,
    name,
    vars,
    hyperdrive: local.map((each) => ({ ...each, localConnectionString: withPassword(databaseUrl ?? "") })),
  });
  return {
    ...workerOptions,
    name,
    modules: [
      { type: "ESModule" as const, path: "worker.js", contents: code },
      ...[...compiled].map(([path, contents]) => ({ type: "CompiledWasm" as const, path, contents })),
    ],
    // Not what wrangler finds beside the configuration, in `.dev.vars` and the like.
    bindings: { ...(vars as WorkerTexts), ...texts },
  };
}

/** Miniflare asks for one, also where the server does not. */
function withPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.password ||= "none";
  return url.href;
}
