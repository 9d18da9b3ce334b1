import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bundleWorker } from "./bundle-worker.ts";
import { type Deployment, type EdgeWorker, workersOf } from "./edge-workers.ts";
import { inKib, judgeBundle } from "./judge-bundle.ts";
import { judgeShared, type NamedIn, oneBucket, oneDatabase, oneHyperdrive } from "./judge-shared.ts";
import { runWrangler, wranglerProgram } from "./run-wrangler.ts";
import { configurationFolder, readWorkerConfiguration } from "./worker-configuration.ts";
import { writeBundle } from "./write-bundle.ts";

const usage = `Bundles the Workers and deploys them by wrangler, with the configurations in apps/server.

  pnpm deploy:edge [--postgresql [--watch]] [--images] [--dry-run]

  --postgresql   the Worker that answers on PostgreSQL through Hyperdrive, in place of those on D1
  --watch        with --postgresql, also the Worker that watches there, for a database that no server on Node watches
  --images       the Worker of cards that keeps images, and the one that shows and removes them
  --dry-run      does all but the upload, offline and without an account
  --help         this text

Exit codes: 0 they are deployed, 1 they are not, 2 used wrongly.`;

const root = fileURLToPath(new URL("../../..", import.meta.url));
const serverFolder = fileURLToPath(configurationFolder);
/** Nothing that is deployed takes away what was deployed before. */
const stillWatching =
  "A trading-oms-watch that was deployed before still runs; delete it by: wrangler delete --config apps/server/wrangler.watch.jsonc";
const stillShowing =
  "A trading-oms-images that was deployed before still removes images at their time; delete it when none are left.";
/** What keeping images waits for, and only its operator knows. */
const imageTexts = ["IMAGES_URL", "IMAGES_PURPOSE", "IMAGES_CONSENT"] as const;
/** What stands in the place of a database, or a way to one, that nobody has made. */
const placeholder = /^[0-]+$/;

process.exitCode = await deployEdge(process.argv.slice(2));

async function deployEdge(words: readonly string[]): Promise<number> {
  const settings = readSettings(words);
  if ("fault" in settings) {
    console.error(`${settings.fault}\n\n${usage}`);
    return 2;
  }
  if (settings.help) {
    console.log(usage);
    return 0;
  }
  const workers = workersOf(settings);
  const faults = settings.isRehearsal ? [] : await findMissing(workers);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) return 1;
  let isSound = true;
  for (const worker of workers) if (!(await prepare(worker))) isSound = false;
  if (!isSound) return 1;
  for (const { configurationFile } of workers) {
    const words = ["deploy", "--config", configurationFile];
    const status = settings.isRehearsal
      ? await rehearse([...words, "--dry-run"])
      : await runAsOneself([...words]);
    if (status !== 0) return 1;
  }
  if (settings.isOnPostgresql && !settings.watchesPostgresql) console.log(stillWatching);
  if (!settings.keepsImages) console.log(stillShowing);
  return 0;
}

/** What only the owner of the account can make. */
async function findMissing(workers: readonly EdgeWorker[]): Promise<string[]> {
  const faults: string[] = [];
  const databases: NamedIn[] = [];
  const hyperdrives: NamedIn[] = [];
  const buckets: NamedIn[] = [];
  for (const { configurationFile } of workers) {
    const { configuration } = await readWorkerConfiguration(configurationFile);
    const { d1_databases = [], r2_buckets = [], hyperdrive = [], vars = {} } = configuration;
    const file = `apps/server/${configurationFile}`;
    databases.push(...d1_databases.map(({ database_id: id }) => ({ file, id })));
    hyperdrives.push(...hyperdrive.map(({ id }) => ({ file, id })));
    buckets.push(...r2_buckets.map(({ bucket_name: id }) => ({ file, id })));
    const unsaid = imageTexts.filter((name) => vars[name] === "");
    if (unsaid.length > 0) faults.push(`${file} keeps images: put ${unsaid.join(", ")} into its "vars".`);
    if (d1_databases.some(({ database_id }) => placeholder.test(database_id))) {
      faults.push(
        `${file} names no database yet: wrangler d1 create trading-oms makes one; put its id there.`,
      );
    }
    if (hyperdrive.some(({ id }) => placeholder.test(id))) {
      faults.push(
        `${file} names no Hyperdrive yet: wrangler hyperdrive create trading-oms makes one; put its id there.`,
      );
    }
  }
  return [
    ...faults,
    ...judgeShared(databases, oneDatabase),
    ...judgeShared(hyperdrives, oneHyperdrive),
    ...judgeShared(buckets, oneBucket),
  ];
}

/** Writes the bundle where its configuration expects it, unless something is wrong with it. */
async function prepare(worker: EdgeWorker): Promise<boolean> {
  const { configurationFile, budgetKib } = worker;
  const { configuration } = await readWorkerConfiguration(configurationFile);
  const bundle = await bundleWorker(worker, root);
  const { compressedBytes, faults } = judgeBundle(bundle, budgetKib * 1_024);
  console.log(`${configuration.name}: ${inKib(compressedBytes)} compressed of ${budgetKib} KiB agreed`);
  for (const fault of faults) console.error(`BROKEN: ${fault}`);
  const main = join(serverFolder, configuration.main);
  // Whatever an earlier bundle has left would be deployed with this one.
  await rm(dirname(main), { recursive: true, force: true });
  await writeBundle(bundle, main);
  return faults.length === 0;
}

async function rehearse(words: readonly string[]): Promise<number> {
  const home = await mkdtemp(join(tmpdir(), "trading-oms-edge-"));
  try {
    const { status, said } = await runWrangler(words, serverFolder, home);
    console.log(said.replaceAll(/^/gm, "  wrangler: "));
    return status ?? 1;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** With the terminal and the account of whoever deploys. */
function runAsOneself(words: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [wranglerProgram(), ...words], {
    cwd: serverFolder,
    stdio: "inherit",
    env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
  });
  return new Promise((settle, reject) => {
    child.on("error", reject);
    child.on("close", (status) => settle(status ?? 1));
  });
}

type Settings = Deployment & { readonly isRehearsal: boolean; readonly help: boolean };

function readSettings(words: readonly string[]): Settings | { readonly fault: string } {
  try {
    const options = {
      "dry-run": { type: "boolean", default: false },
      postgresql: { type: "boolean", default: false },
      watch: { type: "boolean", default: false },
      images: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    } as const;
    const { values } = parseArgs({ args: [...words], options });
    const { "dry-run": isRehearsal, postgresql: isOnPostgresql, images: keepsImages, help } = values;
    if (values.watch && !isOnPostgresql) {
      return { fault: "--watch is for --postgresql: on D1 positions are watched without it." };
    }
    return { isRehearsal, isOnPostgresql, watchesPostgresql: values.watch, keepsImages, help };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}
