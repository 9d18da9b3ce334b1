import { mkdir, readFile, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Metafile, type Plugin } from "esbuild";

/** A Worker as one module, with its compiled modules and its imports from the runtime. */
export type Bundle = {
  readonly code: string;
  /** The imported WebAssembly modules by import name. */
  readonly compiled: ReadonlyMap<string, Uint8Array>;
  readonly runtimeImports: readonly RuntimeImport[];
  /** The size of each package in the bundle before compression, heaviest first. */
  readonly weights: readonly { readonly name: string; readonly sizeBytes: number }[];
};

/** An import that Workers do not provide. */
type RuntimeImport = {
  readonly specifier: string;
  /** The files from the entry to the importing one. */
  readonly chain: readonly string[];
};

/**
 * Marks Node modules as external, so that all of them are reported with their import chains instead of only the first.
 */
const markNodeExternal: Plugin = {
  name: "mark-node-external",
  setup: ({ onResolve }) => {
    onResolve({ filter: /.*/ }, ({ path }) => (isBuiltin(path) ? { path, external: true } : undefined));
  },
};

/** Removes all languages of zod's messages but English. */
const speakEnglish: Plugin = {
  name: "speak-english",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
      loader: "js",
    }));
  },
};

/** Removes what the contract's routes say for readers: Workers serve the documents as they were built. */
const leaveOutWords: Plugin = {
  name: "leave-out-words",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]contract[\\/]dist[\\/]\w+\.gen\.js$/ }, async ({ path }) => ({
      contents: withoutWords(await readFile(path, "utf8")),
      loader: "js",
    }));
  },
};

/** Removes the members `description`, `summary` and `x-codeSamples` of generated code. */
export function withoutWords(code: string): string {
  const text = String.raw`"(?:[^"\\]|\\.)*"`;
  const words = String.raw`"(?:description|summary)":\s*${text}|"x-codeSamples":\s*\[[^\]]*\]`;
  return code
    .replaceAll(new RegExp(`(?:${words}),\\s*`, "g"), "")
    .replaceAll(new RegExp(`(?:,\\s*)?(?:${words})`, "g"), "");
}

/** Removes what reads streams: Workers have none, and answer their operation by 501. */
const leaveOutStreams: Plugin = {
  name: "leave-out-streams",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]stream-live[\\/]live-reader\.js$/ }, () => ({
      contents: "export const readLive = undefined;",
      loader: "js",
    }));
  },
};

/** Turns `require` of a module that the runtime provides into an import, since modules of Workers cannot require. */
function importForRequire(modules: readonly string[]): Plugin {
  const namespace = "required-of-node";
  return {
    name: "import-for-require",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /.*/ }, ({ path, kind }) => {
        const name = path.replace(/^node:/, "");
        return kind === "require-call" && modules.includes(name) ? { path: name, namespace } : undefined;
      });
      onLoad({ filter: /.*/, namespace }, ({ path }) => ({
        contents: `import whole from "node:${path}"; module.exports = whole;`,
        loader: "js",
      }));
    },
  };
}

/** Marks resolve calls that the plugin makes itself. */
const ownResolve = Symbol("ownResolve");

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Bundles a Worker from its entry file. Paths in the report are relative to the folder. */
export async function bundleWorker(
  { entry, runtimeModules = [] }: { readonly entry: string; readonly runtimeModules?: readonly string[] },
  folder: string = root,
): Promise<Bundle> {
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
    plugins: [
      importForRequire(runtimeModules),
      markNodeExternal,
      setAsideCompiled(compiled),
      speakEnglish,
      leaveOutWords,
      leaveOutStreams,
    ],
  });
  return {
    code: outputFiles[0]?.text ?? "",
    compiled,
    runtimeImports: findRuntimeImports(metafile, Object.values(metafile.outputs)[0]?.entryPoint ?? "").filter(
      ({ specifier }) => !runtimeModules.includes(specifier.replace(/^node:/, "")),
    ),
    weights: weighPackages(metafile),
  };
}

/** Keeps WebAssembly outside the bundle: Workers compile it before they start, and cannot do so later. */
function setAsideCompiled(compiled: Map<string, Uint8Array>): Plugin {
  return {
    name: "set-aside-compiled",
    setup: ({ onResolve, resolve }) => {
      onResolve({ filter: /\.wasm$/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
        if (pluginData === ownResolve) return undefined;
        const found = await resolve(path, { importer, resolveDir, kind, pluginData: ownResolve });
        if (found.errors.length > 0) return found;
        const name = basename(found.path);
        compiled.set(name, await readFile(found.path));
        return { path: `./${name}`, external: true };
      });
    },
  };
}

/**
 * Finds the Node imports of a bundle, each once, by the shortest path from the entry. Imports that tree shaking would
 * remove count as well: the next change may use them.
 */
export function findRuntimeImports({ inputs }: Pick<Metafile, "inputs">, entry: string): RuntimeImport[] {
  const found = new Map<string, RuntimeImport>();
  const chains = new Map<string, readonly string[]>([[entry, [entry]]]);
  for (const [file, chain] of chains) {
    for (const { path, external } of inputs[file]?.imports ?? []) {
      if (external !== true) {
        if (!chains.has(path)) chains.set(path, [...chain, path]);
      } else if (isBuiltin(path) && !found.has(path)) {
        found.set(path, { specifier: path, chain });
      }
    }
  }
  return [...found.values()];
}

const installed = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const ours = /^(?:\.\.\/)*((?:packages|apps|tools)\/[^/]+)\//;

/** Sums the size of each package in a bundle before compression, heaviest first. */
export function weighPackages({ outputs }: Pick<Metafile, "outputs">): Bundle["weights"] {
  const sizes = new Map<string, number>();
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const name = installed.exec(path)?.[1] ?? ours.exec(path)?.[1] ?? path;
      sizes.set(name, (sizes.get(name) ?? 0) + bytesInOutput);
    }
  }
  return [...sizes]
    .map(([name, sizeBytes]) => ({ name, sizeBytes }))
    .sort((one, other) => other.sizeBytes - one.sizeBytes);
}

/** The size of a bundle and its faults. */
export type Judgement = {
  readonly sizeBytes: number;
  readonly compressedBytes: number;
  readonly faults: readonly string[];
};

/** Checks a bundle: it may not import Node modules or exceed its budget. */
export function checkBundle(
  { code, compiled, runtimeImports, weights }: Bundle,
  budgetBytes: number,
): Judgement {
  const parts = [code, ...compiled.values()];
  const compressedBytes = parts.reduce((sum, part) => sum + gzipSync(part).byteLength, 0);
  const faults = runtimeImports.map(
    ({ specifier, chain }) =>
      `The Worker imports ${specifier}, which Workers do not have:\n${chain.map((file) => `    ${file}\n`).join("")}` +
      "    Mend: take what it gives as an argument that the composition root of Node hands in, or keep the last of these files out of what runtimes/workers/entries/main.ts reaches.",
  );
  if (compressedBytes > budgetBytes) {
    const heaviest = weights.slice(0, 5).map(({ name, sizeBytes }) => `${name} ${inKib(sizeBytes)}`);
    faults.push(
      `The bundle weighs ${inKib(compressedBytes)} compressed, and ${inKib(budgetBytes)} were agreed. The heaviest, before they are compressed: ${heaviest.join(", ")}.`,
    );
  }
  const sizeBytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  return { sizeBytes, compressedBytes, faults };
}

/** Formats a size in KiB. */
export function inKib(sizeBytes: number): string {
  return `${(sizeBytes / 1024).toFixed(1)} KiB`;
}

/** Writes the main module of a Worker and its compiled modules. */
export async function writeBundle(
  { code, compiled }: Pick<Bundle, "code" | "compiled">,
  main: string,
): Promise<void> {
  await mkdir(dirname(main), { recursive: true });
  await writeFile(main, code);
  for (const [name, part] of compiled) await writeFile(join(dirname(main), name), part);
}
