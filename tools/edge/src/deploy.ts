import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { type Bundle, bundleWorker, checkBundle, inKib, writeBundle } from "./bundle.ts";
import { type Deployment, type EdgeWorker, readConfiguration, serverFolder, workersOf } from "./workers.ts";

/** A deployment never removes Workers that were deployed earlier. */
const stillWatching =
  "A trading-oms-watch that was deployed before still runs; delete it by: wrangler delete --config apps/server/wrangler.watch.jsonc";
const stillShowing =
  "A trading-oms-images that was deployed before still removes images at their time; delete it when none are left.";
/** Settings for kept images that only the operator can give. */
const imageTexts = ["IMAGES_URL", "IMAGES_PURPOSE", "IMAGES_CONSENT"] as const;
/** The id in a configuration as long as no database or Hyperdrive has been created. */
const placeholder = /^[0-]+$/;
const wranglerMsMax = 120_000;

/** Bundles the Workers and deploys them with wrangler, or dry-runs it offline. Returns the exit code. */
export async function deploy(deployment: Deployment, isRehearsal: boolean): Promise<number> {
  const workers = workersOf(deployment);
  const faults = isRehearsal ? [] : findMissing(workers);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0 || !(await buildWorkers(workers))) return 1;
  for (const { configurationFile } of workers) {
    const words = ["deploy", "--config", configurationFile];
    const status = isRehearsal
      ? await rehearse([...words, "--dry-run"], serverFolder)
      : await runAsOneself(words);
    if (status !== 0) return 1;
  }
  if (deployment.isOnPostgresql && !deployment.watchesPostgresql) console.log(stillWatching);
  if (!deployment.keepsImages) console.log(stillShowing);
  return 0;
}

/** Writes each bundle to the path in its configuration. Returns whether all bundles are sound. */
export async function buildWorkers(workers: readonly EdgeWorker[]): Promise<boolean> {
  let isSound = true;
  for (const worker of workers) {
    const bundle = await prepare(worker);
    const { main = "" } = readConfiguration(worker);
    // Files of an earlier bundle would be deployed with this one.
    await rm(dirname(main), { recursive: true, force: true });
    if (bundle === undefined) isSound = false;
    else await writeBundle(bundle, main);
  }
  return isSound;
}

/** Bundles a Worker and prints its size. Prints the faults and returns undefined if there are any. */
export async function prepare(worker: EdgeWorker): Promise<Bundle | undefined> {
  const { budgetKib } = worker;
  const bundle = await bundleWorker(worker);
  const { sizeBytes, compressedBytes, faults } = checkBundle(bundle, budgetKib * 1_024);
  const { name } = readConfiguration(worker);
  console.log(
    `${name}: ${inKib(sizeBytes)}, compressed ${inKib(compressedBytes)} of ${budgetKib} KiB agreed`,
  );
  for (const fault of faults) console.error(`BROKEN: ${fault}`);
  return faults.length === 0 ? bundle : undefined;
}

/** Lists resources that only the account's owner can create, and resources that the Workers fail to share. */
function findMissing(workers: readonly EdgeWorker[]): string[] {
  const faults: string[] = [];
  const databases: NamedIn[] = [];
  const hyperdrives: NamedIn[] = [];
  const buckets: NamedIn[] = [];
  for (const worker of workers) {
    const { d1_databases, r2_buckets, hyperdrive, vars } = readConfiguration(worker);
    const file = `apps/server/${worker.configurationFile}`;
    databases.push(...d1_databases.map(({ database_id: id = "" }) => ({ file, id })));
    hyperdrives.push(...hyperdrive.map(({ id }) => ({ file, id })));
    buckets.push(...r2_buckets.map(({ bucket_name: id = "" }) => ({ file, id })));
    const unsaid = imageTexts.filter((name) => vars[name] === "");
    if (unsaid.length > 0) faults.push(`${file} keeps images: put ${unsaid.join(", ")} into its "vars".`);
  }
  const notMade = (named: readonly NamedIn[], what: string, command: string) =>
    named
      .filter(({ id }) => placeholder.test(id))
      .map(({ file }) => `${file} names no ${what} yet: ${command} makes one; put its id there.`);
  return [
    ...faults,
    ...notMade(databases, "database", "wrangler d1 create trading-oms"),
    ...notMade(hyperdrives, "Hyperdrive", "wrangler hyperdrive create trading-oms"),
    ...checkShared(databases, "databases: put the id of one D1 into all of them."),
    ...checkShared(hyperdrives, "Hyperdrives: put the id of one into all of them."),
    ...checkShared(buckets, "buckets: put the name of one R2 bucket into all of them."),
  ];
}

/** A resource that several configurations must share. */
type NamedIn = { readonly file: string; readonly id: string };

/** Workers that are deployed together share one database and one bucket. */
export function checkShared(named: readonly NamedIn[], fault: string): string[] {
  if (new Set(named.map(({ id }) => id)).size <= 1) return [];
  const files = [...new Set(named.map(({ file }) => file))].join(" and ");
  return [`${files} name different ${fault}`];
}

/**
 * Runs wrangler in a folder with an empty home, out of reach of a person's login. Prints its output and returns its
 * exit code.
 */
export async function rehearse(words: readonly string[], folder: string): Promise<number> {
  const home = await mkdtemp(join(tmpdir(), "trading-oms-home-"));
  try {
    const child = spawn(process.execPath, [wranglerProgram(), ...words], {
      cwd: folder,
      env: environmentOf(home),
      stdio: ["ignore", "pipe", "pipe"],
      timeout: wranglerMsMax,
    });
    const [stdout, stderr, status] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      statusOf(child),
    ]);
    console.log(`${stdout}${stderr}`.trim().replaceAll(/^/gm, "  wrangler: "));
    return status;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Runs wrangler with the terminal and the account of the user. */
function runAsOneself(words: readonly string[]): Promise<number> {
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false" };
  return statusOf(
    spawn(process.execPath, [wranglerProgram(), ...words], { cwd: serverFolder, stdio: "inherit", env }),
  );
}

async function statusOf(child: ChildProcess): Promise<number> {
  const [status] = await once(child, "close");
  return status ?? 1;
}

/** The path of wrangler's program, to run with Node. */
function wranglerProgram(): string {
  const manifest = createRequire(import.meta.url).resolve("wrangler/package.json");
  return join(dirname(manifest), "bin/wrangler.js");
}

/**
 * Turning off the banner turns off the check for updates; the other variables hide a person's accounts and settings.
 */
function environmentOf(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    HOME: home,
    XDG_CONFIG_HOME: home,
    CI: "true",
    NO_COLOR: "1",
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_LOG_PATH: join(home, "log"),
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
  };
}
