import { build } from "esbuild";

/** Bundles a Worker from its entry into one module. */
export async function bundleForWorkerd(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker", "browser"],
    target: "es2024",
    external: ["cloudflare:*", "node:*"],
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}
