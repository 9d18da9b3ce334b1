import { gzipSync } from "node:zlib";
import { build } from "esbuild";

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
