import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bundleWorker } from "./bundle-worker.ts";
import { inKib, judgeBundle } from "./judge-bundle.ts";
import { rehearseDeployment } from "./rehearse-deployment.ts";

const usage = `Bundles the server for Workers, looks that nothing of Node is in it, weighs it, and rehearses its deployment.

  pnpm check:workers [--budget KIB] [--entry FILE]

  --budget KIB   what the compressed bundle may weigh       (90)
  --entry FILE   the module that a Worker begins with       (that of the server, as built)
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
  const bundle = await bundleWorker(settings.entry, root);
  const { sizeBytes, compressedBytes, faults } = judgeBundle(bundle, settings.budgetKib * 1024);
  console.log(
    `bundled: ${inKib(sizeBytes)}, compressed ${inKib(compressedBytes)} of ${settings.budgetKib} KiB agreed`,
  );
  for (const { name, sizeBytes: ofPackage } of bundle.weights) {
    console.log(`  ${inKib(ofPackage).padStart(10)}  ${name}`);
  }
  for (const fault of faults) console.error(`BROKEN: ${fault}`);
  if (faults.length > 0) return 1;
  const rehearsal = await rehearseDeployment(bundle.code);
  console.log(rehearsal.said.replaceAll(/^/gm, "  wrangler: "));
  if (rehearsal.kind === "failed") {
    console.error("BROKEN: wrangler would not deploy the bundle.");
    return 1;
  }
  if (!rehearsal.code.startsWith(bundle.code.trimEnd())) {
    console.error("BROKEN: wrangler would upload something else than the bundle that was weighed.");
    return 1;
  }
  return 0;
}

type Settings = { readonly budgetKib: number; readonly entry: string; readonly help: boolean };

function readSettings(words: readonly string[]): Settings | { readonly fault: string } {
  try {
    const options = {
      budget: { type: "string", default: "90" },
      entry: { type: "string", default: fileURLToPath(import.meta.resolve("@trading-oms/server/workers")) },
      help: { type: "boolean", default: false },
    } as const;
    const { budget, entry, help } = parseArgs({ args: [...words], options }).values;
    if (!/^[1-9]\d{0,4}$/.test(budget)) return { fault: `--budget ${budget} is no number of KiB.` };
    return { budgetKib: Number(budget), entry, help };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}
