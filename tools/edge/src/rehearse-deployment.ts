import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { workerConfiguration } from "./worker-configuration.ts";

/** What wrangler would upload, or what it said instead. */
export type Rehearsal =
  | { readonly kind: "done"; readonly code: string; readonly said: string }
  | { readonly kind: "failed"; readonly said: string };

const timeoutMs = 120_000;

/** Lets wrangler do with a bundle all that it does before it uploads it; nothing leaves the machine. */
export async function rehearseDeployment(code: string): Promise<Rehearsal> {
  const folder = await mkdtemp(join(tmpdir(), "trading-oms-edge-"));
  try {
    const home = join(folder, "home");
    await mkdir(home);
    await writeFile(join(folder, workerConfiguration.main), code);
    await writeFile(join(folder, "wrangler.json"), JSON.stringify(workerConfiguration));
    const { status, said } = await runWrangler(["deploy", "--dry-run", "--outdir", "out"], folder, home);
    if (status !== 0) return { kind: "failed", said: `${said}\nwrangler ended with ${status}.` };
    return {
      kind: "done",
      code: await readFile(join(folder, "out", workerConfiguration.main), "utf8"),
      said,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The banner is what asks whether there is a newer wrangler; the rest keeps accounts and habits of a person out of it. */
function environmentOf(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    HOME: home,
    XDG_CONFIG_HOME: home,
    CI: "true",
    NO_COLOR: "1",
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_LOG_PATH: join(home, "log"),
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
  };
}

function runWrangler(
  words: readonly string[],
  folder: string,
  home: string,
): Promise<{ readonly status: number | null; readonly said: string }> {
  const manifest = createRequire(import.meta.url).resolve("wrangler/package.json");
  const program = join(dirname(manifest), "bin/wrangler.js");
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: environmentOf(home),
    stdio: ["ignore", "pipe", "pipe"],
    timeout: timeoutMs,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  return new Promise((settle, reject) => {
    child.on("error", reject);
    child.on("close", (status) => settle({ status, said: said.trim() }));
  });
}
