import { readFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { basename } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import type { Bundle } from "./bundle.ts";
import type { EdgeWorker } from "./edge-workers.ts";
import { findRuntimeImports } from "./find-runtime-imports.ts";
import { importForRequire } from "./import-for-require.ts";
import { weighPackages } from "./weigh-packages.ts";

/** The modules of Node stay outside, so that all of them are told with the way to them instead of the first alone. */
const leaveNodeOutside: Plugin = {
  name: "leave-node-outside",
  setup: ({ onResolve }) => {
    onResolve({ filter: /.*/ }, ({ path }) => (isBuiltin(path) ? { path, external: true } : undefined));
  },
};

/** Leaves out the forty languages of zod's messages but English. */
const speakEnglish: Plugin = {
  name: "speak-english",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
      loader: "js",
    }));
  },
};

/** Marks the question that the plugin asks itself. */
const inside = Symbol("inside");

/** Bundles a Worker from its entry file; paths in its report are relative to the folder. */
export async function bundleWorker(
  worker: Omit<EdgeWorker, "configurationFile" | "budgetKib">,
  folder: string,
): Promise<Bundle> {
  const { entry, runtimeModules = [] } = worker;
  const compiled = new Map<string, Uint8Array>();
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
    plugins: [importForRequire(runtimeModules), leaveNodeOutside, setAsideCompiled(compiled), speakEnglish],
  });
  return {
    code: outputFiles[0]?.text ?? "",
    compiled,
    runtimeImports: findRuntimeImports(metafile, entryOf(metafile)).filter(
      ({ specifier }) => !runtimeModules.includes(specifier.replace(/^node:/, "")),
    ),
    weights: weighPackages(metafile),
  };
}

/** WebAssembly stays beside the bundle: the runtime compiles it before the Worker starts, and never afterwards. */
function setAsideCompiled(compiled: Map<string, Uint8Array>): Plugin {
  return {
    name: "set-aside-compiled",
    setup: ({ onResolve, resolve }) => {
      onResolve({ filter: /\.wasm$/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
        if (pluginData === inside) return undefined;
        const found = await resolve(path, { importer, resolveDir, kind, pluginData: inside });
        if (found.errors.length > 0) return found;
        const name = basename(found.path);
        compiled.set(name, await readFile(found.path));
        return { path: `./${name}`, external: true };
      });
    },
  };
}

function entryOf({ outputs }: Metafile): string {
  return Object.values(outputs)[0]?.entryPoint ?? "";
}
