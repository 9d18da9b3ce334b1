import { fileURLToPath } from "node:url";
import { ensureRuntime } from "./ensure-runtime.ts";
import type { Launch } from "./launch.ts";
import type { RuntimeName } from "./pinned-runtimes.ts";

/** The words of each runtime: no settings out of a file that nobody named, and no question to anybody. */
export const runtimeWords: Readonly<Record<RuntimeName, readonly string[]>> = {
  bun: ["--no-env-file"],
  deno: ["run", "--allow-all", "--no-prompt"],
};

/** How the built server is started on a runtime, which is installed where it is not there. */
export async function launchOn(name: RuntimeName): Promise<Launch> {
  const entry = fileURLToPath(new URL(`../../../apps/server/dist/runtimes/${name}/main.js`, import.meta.url));
  return { command: await ensureRuntime(name), words: runtimeWords[name], entry };
}
