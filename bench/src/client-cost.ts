import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** The bytes that a browser loads for a program and all that it imports: one module, minified, in gzip. */
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

/** The count of type instantiations in what the compiler prints with `--extendedDiagnostics`. */
export function readInstantiations(printed: string): number {
  const count = /^Instantiations:\s+(\d+)$/m.exec(printed)?.[1];
  if (count === undefined) throw new Error(`The compiler printed no count of instantiations:\n${printed}`);
  return Number(count);
}
