import { fileURLToPath } from "node:url";
import { bundleWorker } from "./bundle-worker.ts";
import type { EdgeWorker } from "./edge-workers.ts";
import {
  configurationFolder,
  readWorkerConfiguration,
  type WorkerConfiguration,
} from "./worker-configuration.ts";

/** Texts of a configuration and secrets, by their names. */
export type WorkerTexts = Readonly<Record<string, string>>;

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Bundles a Worker and says how miniflare is to run it, as its configuration says how it is deployed. */
export async function readWorkerOptions(worker: EdgeWorker, texts: WorkerTexts) {
  const [{ code, compiled }, { configuration }] = await Promise.all([
    bundleWorker(worker, root),
    readWorkerConfiguration(worker.configurationFile),
  ]);
  const { name, compatibility_date, compatibility_flags = [] } = configuration;
  const {
    d1_databases = [],
    r2_buckets = [],
    services = [],
    ratelimits = [],
    assets,
    images,
    vars,
  } = configuration;
  return {
    name,
    modules: [
      { type: "ESModule" as const, path: "worker.js", contents: code },
      ...[...compiled].map(([path, contents]) => ({ type: "CompiledWasm" as const, path, contents })),
    ],
    compatibilityDate: compatibility_date,
    compatibilityFlags: [...compatibility_flags],
    // One that is bound by several has the same id in each.
    d1Databases: Object.fromEntries(d1_databases.map(({ binding, database_id }) => [binding, database_id])),
    r2Buckets: Object.fromEntries(r2_buckets.map(({ binding, bucket_name }) => [binding, bucket_name])),
    serviceBindings: Object.fromEntries(services.map(({ binding, service }) => [binding, service])),
    ratelimits: Object.fromEntries(ratelimits.map(({ name, ...limit }) => [name, limit])),
    ...(images && { images }),
    ...(assets && { assets: assetsOf(assets) }),
    bindings: { ...vars, ...texts },
  };
}

/** How miniflare is to run a Worker. */
export type WorkerOptions = Awaited<ReturnType<typeof readWorkerOptions>>;

/** The Worker is asked first, and names each file itself. */
function assetsOf({ directory, binding }: NonNullable<WorkerConfiguration["assets"]>) {
  return {
    directory: fileURLToPath(new URL(directory, configurationFolder)),
    binding,
    routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
    assetConfig: { html_handling: "none" as const, not_found_handling: "none" as const },
  };
}
