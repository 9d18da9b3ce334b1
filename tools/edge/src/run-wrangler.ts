import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** How wrangler ended, and what it said. */
export type WranglerEnd = { readonly status: number | null; readonly said: string };

const timeoutMs = 120_000;

/** Runs wrangler in a folder, as nobody: what a person has signed in with is out of its reach. */
export function runWrangler(words: readonly string[], folder: string, home: string): Promise<WranglerEnd> {
  const child = spawn(process.execPath, [wranglerProgram(), ...words], {
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

/** The program of wrangler, to be run by Node. */
export function wranglerProgram(): string {
  const manifest = createRequire(import.meta.url).resolve("wrangler/package.json");
  return join(dirname(manifest), "bin/wrangler.js");
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
