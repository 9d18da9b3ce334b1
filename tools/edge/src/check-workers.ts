import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Bundle } from "./bundle.ts";
import { bundleWorker } from "./bundle-worker.ts";
import { type EdgeWorker, edgeWorkers, requestWorker } from "./edge-workers.ts";
import { inKib, judgeBundle } from "./judge-bundle.ts";
import { rehearseDeployment } from "./rehearse-deployment.ts";
import { readWorkerConfiguration } from "./worker-configuration.ts";

const usage = `Bundles the server for Workers, and beside it the Worker that reads cards; looks that nothing of Node is in them, weighs
them, and rehearses their deployment.

  pnpm check:workers                                                     all of them, as agreed
  node tools/edge/src/check-workers.ts [--budget KIB] [--entry FILE]     after a build

  --budget KIB   what the compressed bundle of the Worker on D1 may weigh       (150)
  --entry FILE   the module that a Worker begins with, and that one alone         (those of the server, as built)
  --help         this text

Exit codes: 0 it can be deployed, 1 it can not, 2 used wrongly.`;

const root = fileURLToPath(new URL("../../..", import.meta.url));

process.exitCode = await checkWorkers(process.argv.slice(2));

async function checkWorkers(words: readonly string[]): Promise<number> {
  const settings = readSettings(words);
  if ("fault" in settings) {
    console.error(`${settings.fault}\n\n${usage}`);
    return 2;
  }
  if (settings.help) {
    console.log(usage);
    return 0;
  }
  for (const worker of workersOf(settings)) if (!(await checkWorker(worker))) return 1;
  return 0;
}

/** All Workers, or the one whose entry is named. */
function workersOf({ entry, budgetKib }: Settings): readonly EdgeWorker[] {
  const requests = { ...requestWorker, entry: entry ?? requestWorker.entry, budgetKib };
  if (entry !== undefined) return [requests];
  return edgeWorkers.map((worker) => (worker === requestWorker ? requests : worker));
}

async function checkWorker(worker: EdgeWorker): Promise<boolean> {
  const { configurationFile, budgetKib } = worker;
  const read = await readWorkerConfiguration(configurationFile);
  const { configuration } = read;
  const bundle = await bundleWorker(worker, root);
  const { sizeBytes, compressedBytes, faults } = judgeBundle(bundle, budgetKib * 1024);
  console.log(
    `${configuration.name}: ${inKib(sizeBytes)}, compressed ${inKib(compressedBytes)} of ${budgetKib} KiB agreed`,
  );
  for (const { name, sizeBytes: ofPackage } of bundle.weights) {
    console.log(`  ${inKib(ofPackage).padStart(10)}  ${name}`);
  }
  for (const [name, { byteLength }] of bundle.compiled)
    console.log(`  ${inKib(byteLength).padStart(10)}  ${name}`);
  for (const fault of faults) console.error(`BROKEN: ${fault}`);
  if (faults.length > 0) return false;
  const rehearsal = await rehearseDeployment(bundle, read);
  console.log(rehearsal.said.replaceAll(/^/gm, "  wrangler: "));
  if (rehearsal.kind === "failed") {
    console.error("BROKEN: wrangler would not deploy the bundle.");
    return false;
  }
  if (!isSame(bundle, rehearsal.parts, basename(configuration.main))) {
    console.error("BROKEN: wrangler would upload something else than the bundle that was weighed.");
    return false;
  }
  return true;
}

/** Behind the code wrangler adds a comment, and it may give other names to what it compiles. */
function isSame({ code, compiled }: Bundle, parts: ReadonlyMap<string, Uint8Array>, main: string): boolean {
  const uploaded = [...parts.values()].map((part) => Buffer.from(part));
  const hasCode =
    parts.has(main) &&
    Buffer.from(parts.get(main) ?? [])
      .toString()
      .startsWith(code.trimEnd());
  return hasCode && [...compiled.values()].every((part) => uploaded.some((each) => each.equals(part)));
}

type Settings = {
  readonly budgetKib: number;
  readonly entry: string | undefined;
  readonly help: boolean;
};

function readSettings(words: readonly string[]): Settings | { readonly fault: string } {
  try {
    const options = {
      budget: { type: "string", default: "150" },
      entry: { type: "string" },
      help: { type: "boolean", default: false },
    } as const;
    const { budget, entry, help } = parseArgs({ args: [...words], options }).values;
    if (!/^[1-9]\d{0,4}$/.test(budget)) return { fault: `--budget ${budget} is no number of KiB.` };
    return { budgetKib: Number(budget), entry, help };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}
