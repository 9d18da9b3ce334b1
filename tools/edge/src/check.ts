import { copyFile, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { type Bundle, inKib, writeBundle } from "./bundle.ts";
import { prepare, rehearse } from "./deploy.ts";
import { measureMemory, measureStartup, startupMsLeast } from "./measure.ts";
import {
  type EdgeWorker,
  edgeWorkers,
  readConfiguration,
  readWorkerOptions,
  serverFolder,
} from "./workers.ts";

/** A fifth of Cloudflare's limit for startup. A quiet machine needs 30 to 60 ms, a slow one twice that. */
const startupMsMax = 200;
/** Half of an isolate's memory limit. */
const memoryBytesMax = 64_000_000;
const instrumentCount = 20_000;
const startCount = 5;

/** Bundles Workers, checks them for Node imports, weighs them, and dry-runs their deployment with wrangler. */
export async function checkBundles(workers: readonly EdgeWorker[]): Promise<boolean> {
  for (const worker of workers) {
    const bundle = await prepare(worker);
    if (bundle === undefined) return false;
    const compiled = [...bundle.compiled].map(([name, part]) => ({ name, sizeBytes: part.byteLength }));
    for (const { name, sizeBytes } of [...bundle.weights, ...compiled])
      console.log(`  ${inKib(sizeBytes).padStart(10)}  ${name}`);
    const fault = await rehearseUpload(bundle, worker);
    if (fault === undefined) continue;
    console.error(`BROKEN: ${fault}`);
    return false;
  }
  return true;
}

/** Runs everything that wrangler does before an upload. Nothing leaves the machine. */
async function rehearseUpload(bundle: Bundle, worker: EdgeWorker): Promise<string | undefined> {
  const main = relative(serverFolder, readConfiguration(worker).main ?? "");
  const folder = await mkdtemp(join(tmpdir(), "trading-oms-edge-"));
  try {
    await writeBundle(bundle, join(folder, main));
    await copyFile(join(serverFolder, worker.configurationFile), join(folder, "wrangler.jsonc"));
    // The paths of a Worker's assets are relative to its configuration.
    await symlink(join(serverFolder, "dist"), join(folder, "dist"));
    const status = await rehearse(["deploy", "--dry-run", "--outdir", "out"], folder);
    if (status !== 0) return `wrangler would not deploy the bundle: it ended with ${status}.`;
    const uploaded = new Map<string, Buffer>();
    for (const name of await readdir(join(folder, "out")))
      uploaded.set(name, await readFile(join(folder, "out", name)));
    return isSame(bundle, uploaded, basename(main))
      ? undefined
      : "wrangler would upload something else than the bundle that was weighed.";
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Wrangler appends a comment to the code and may rename compiled modules. */
function isSame({ code, compiled }: Bundle, uploaded: ReadonlyMap<string, Buffer>, main: string): boolean {
  const hasCode = uploaded.get(main)?.toString().startsWith(code.trimEnd()) ?? false;
  return (
    hasCode &&
    [...compiled.values()].every((part) => [...uploaded.values()].some((each) => each.equals(part)))
  );
}

/** Measures startup and memory of the Workers in workerd on this machine, and compares them with the limits. */
export async function checkIsolates(): Promise<boolean> {
  let isWithin = true;
  const tell = (what: string, measured: number, agreed: number, unit: string): void => {
    const isBroken = !(measured > 0 && measured <= agreed);
    if (isBroken) isWithin = false;
    const said = `${what}: ${measured.toFixed(1)} ${unit} of ${agreed} ${unit} agreed`;
    console.log(`${isBroken ? "BROKEN: " : ""}${said}`);
  };
  for (const worker of edgeWorkers) {
    const options = await readWorkerOptions(worker, {});
    const times: number[] = [];
    for (let start = 0; start < startCount; start += 1) times.push(await measureStartup(options));
    times.sort((one, other) => one - other);
    const median = times.some(Number.isNaN) ? Number.NaN : (times[2] ?? Number.NaN);
    const note = median <= startupMsLeast ? " (or less: below it nothing is sampled)" : "";
    const what = `${options.name} by ${worker.configurationFile}, start-up, the median of ${startCount}${note}`;
    tell(what, median, startupMsMax, "ms");
  }
  const held = await measureMemory(instrumentCount);
  tell(`trading-oms, memory with 20,000 instruments`, held / 1e6, memoryBytesMax / 1e6, "MB");
  return isWithin;
}
