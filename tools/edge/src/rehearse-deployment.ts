import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Bundle } from "./bundle.ts";
import { runWrangler } from "./run-wrangler.ts";
import { configurationFolder, type ReadConfiguration } from "./worker-configuration.ts";
import { writeBundle } from "./write-bundle.ts";

/** What wrangler would upload, or what it said instead. */
export type Rehearsal =
  | { readonly kind: "done"; readonly parts: ReadonlyMap<string, Uint8Array>; readonly said: string }
  | { readonly kind: "failed"; readonly said: string };

/** Lets wrangler do with a bundle all that it does before it uploads it; nothing leaves the machine. */
export async function rehearseDeployment(
  bundle: Pick<Bundle, "code" | "compiled">,
  { text, configuration: { main } }: ReadConfiguration,
): Promise<Rehearsal> {
  const folder = await mkdtemp(join(tmpdir(), "trading-oms-edge-"));
  try {
    const home = join(folder, "home");
    await mkdir(home);
    await writeBundle(bundle, join(folder, main));
    await writeFile(join(folder, "wrangler.jsonc"), text);
    // The files beside a Worker are named from where its configuration stands.
    await symlink(fileURLToPath(new URL("dist", configurationFolder)), join(folder, "dist"));
    const { status, said } = await runWrangler(["deploy", "--dry-run", "--outdir", "out"], folder, home);
    if (status !== 0) return { kind: "failed", said: `${said}\nwrangler ended with ${status}.` };
    const uploaded = new Map<string, Uint8Array>();
    for (const name of await readdir(join(folder, "out"))) {
      uploaded.set(name, await readFile(join(folder, "out", name)));
    }
    return { kind: "done", parts: uploaded, said };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
