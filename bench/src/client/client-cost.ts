import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { runCommand } from "../harness.ts";

/** The folder of the measured programs. */
export const programs: string = resolve(import.meta.dirname, "../../programs");

/** The most that all exports of the client may weigh, minified and compressed with gzip. */
export const bytesMax = 5_600;

/** The most that another entry may add to the client, in the same bytes. */
export const entryBytesMax = { companion: 250, live: 3_000, operator: 450, query: 800 } as const;

/** The most type instantiations that two calls may take. */
export const instantiationsMax = 10_000;

/** The size of a program and its imports in a browser: one module, minified and compressed with gzip. */
export async function measureSize(program: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [program],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    logLevel: "silent",
  });
  const [bundle] = outputFiles;
  if (bundle === undefined) throw new Error(`Nothing was bundled of ${program}.`);
  return gzipSync(bundle.contents, { level: 9 }).byteLength;
}

/** Reads the number of type instantiations from the output of `tsc --extendedDiagnostics`. */
export function readInstantiations(printed: string): number {
  const count = /^Instantiations:\s+(\d+)$/m.exec(printed)?.[1];
  if (count === undefined) throw new Error(`The compiler printed no count of instantiations:\n${printed}`);
  return Number(count);
}

/** Counts the type instantiations of a program with common settings for browsers. Throws if it does not compile. */
export async function countInstantiations(program: string, changes: object = {}): Promise<number> {
  const compilerOptions = {
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: [],
    ...changes,
  };
  // Inside the bench folder, so that its packages resolve.
  const folder = await mkdtemp(resolve(programs, "../.tmp-"));
  try {
    const project = join(folder, "tsconfig.json");
    await writeFile(project, JSON.stringify({ compilerOptions, files: [join(programs, program)] }));
    return readInstantiations(await runCommand("tsc", ["-p", project, "--extendedDiagnostics"]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
