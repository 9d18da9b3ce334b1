import { isBuiltin } from "node:module";
import { build, type Metafile, type Plugin } from "esbuild";
import type { Bundle } from "./bundle.ts";
import { findRuntimeImports } from "./find-runtime-imports.ts";
import { shedWeight } from "./shed-weight.ts";
import { weighPackages } from "./weigh-packages.ts";

/** The modules of Node stay outside, so that all of them are told with the way to them instead of the first alone. */
const leaveNodeOutside: Plugin = {
  name: "leave-node-outside",
  setup: ({ onResolve }) => {
    onResolve({ filter: /.*/ }, ({ path }) => (isBuiltin(path) ? { path, external: true } : undefined));
  },
};

/** Bundles a Worker from its entry file; paths of what it tells are relative to the folder. */
export async function bundleWorker(entry: string, folder: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: folder,
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker", "browser"],
    target: "es2024",
    external: ["cloudflare:*"],
    outfile: "worker.js",
    logLevel: "silent",
    plugins: [leaveNodeOutside, shedWeight],
  });
  return {
    code: outputFiles[0]?.text ?? "",
    runtimeImports: findRuntimeImports(metafile, entryOf(metafile)),
    weights: weighPackages(metafile),
  };
}

function entryOf({ outputs }: Metafile): string {
  return Object.values(outputs)[0]?.entryPoint ?? "";
}
