import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Unstable_Config, unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import { bundleWorker } from "./bundle.ts";

/** The folder of the wrangler configurations. */
export const serverFolder: string = fileURLToPath(new URL("../../../apps/server/", import.meta.url));

/** A Worker: its entry, configuration and size budget. */
export type EdgeWorker = {
  readonly entry: string;
  readonly configurationFile: string;
  /** Compressed, including its WebAssembly. */
  readonly budgetKib: number;
  /** The Node modules that it may import because Workers provide them; by default none. */
  readonly runtimeModules?: readonly string[];
};

/** Answers requests on D1. */
export const requestWorker: EdgeWorker = {
  entry: entryOf("workers"),
  configurationFile: "wrangler.jsonc",
  budgetKib: 166,
};

/** Answers requests on PostgreSQL through Hyperdrive. Most of the additional size is the driver. */
export const postgresqlWorker: EdgeWorker = {
  entry: entryOf("workers-postgresql"),
  configurationFile: "wrangler.postgresql.jsonc",
  budgetKib: 197,
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

/** Reads cards. Most of its size is the WebAssembly that decodes codes and JPEG. */
export const cardWorker: EdgeWorker = {
  entry: entryOf("card-worker"),
  configurationFile: "wrangler.cards.jsonc",
  budgetKib: 640,
};

/** The card Worker with kept images. */
export const keepingCardWorker: EdgeWorker = {
  ...cardWorker,
  configurationFile: "wrangler.cards.keeping.jsonc",
};

/** Shows and removes kept images. */
export const imageWorker: EdgeWorker = {
  entry: entryOf("image-worker"),
  configurationFile: "wrangler.images.jsonc",
  budgetKib: 23,
};

/** Watches positions on a cron trigger. */
export const watchWorker: EdgeWorker = {
  entry: entryOf("watch-worker"),
  configurationFile: "wrangler.watch.jsonc",
  budgetKib: 40,
};

/** The watching Worker on PostgreSQL through Hyperdrive, for a database that no server watches. */
export const postgresqlWatchWorker: EdgeWorker = {
  ...watchWorker,
  entry: entryOf("watch-worker-postgresql"),
  configurationFile: "wrangler.watch.postgresql.jsonc",
  budgetKib: 80,
  runtimeModules: postgresqlWorker.runtimeModules ?? [],
};

/** What is deployed together. On D1 there is always a watching Worker. */
export type Deployment = {
  readonly isOnPostgresql: boolean;
  readonly watchesPostgresql: boolean;
  readonly keepsImages: boolean;
};

/** The Workers in order of deployment: a bound or linked Worker must exist first. */
export function workersOf(deployment: Deployment): readonly EdgeWorker[] {
  const { isOnPostgresql, watchesPostgresql, keepsImages } = deployment;
  const cards = keepsImages ? [imageWorker, keepingCardWorker] : [cardWorker];
  if (!isOnPostgresql) return [...cards, requestWorker, watchWorker];
  return [...cards, postgresqlWorker, ...(watchesPostgresql ? [postgresqlWatchWorker] : [])];
}

/** Every Worker. */
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

/** Reads a configuration as wrangler does. */
export function readConfiguration({ configurationFile }: EdgeWorker): Unstable_Config {
  return unstable_readConfig({ config: join(serverFolder, configurationFile) });
}

/** Variables and secrets by name. */
export type WorkerVars = Readonly<Record<string, string>>;

/** Miniflare's options for a Worker. */
export type WorkerOptions = Awaited<ReturnType<typeof readWorkerOptions>>;

/** Bundles a Worker and converts its wrangler configuration to miniflare's options. */
export async function readWorkerOptions(worker: EdgeWorker, texts: WorkerVars, databaseUrl?: string) {
  const { code, compiled } = await bundleWorker(worker);
  const { name = "", hyperdrive, vars, ...configuration } = readConfiguration(worker);
  // Without a database, no Hyperdrive is bound.
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
    // Only these; not what wrangler finds in `.dev.vars` and similar files.
    bindings: { ...(vars as WorkerVars), ...texts },
  };
}

/** Miniflare requires a password, even if the server does not. */
function withPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.password ||= "none";
  return url.href;
}
