import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findFreePort } from "./find-free-port.ts";
import { followEnd } from "./follow-end.ts";
import type { StartedPair } from "./pair.ts";
import { pairSettings } from "./pair-settings.ts";

const program = fileURLToPath(new URL("../../../apps/server/dist/runtimes/node/main.js", import.meta.url));
const readyMsMax = 30_000;

/** Starts the built server on this Node, and waits until it is ready. */
export async function startNodeServer(settings: Readonly<Record<string, string>>): Promise<StartedPair> {
  const { PATH = "" } = process.env;
  const port = await findFreePort();
  const env = { PATH, HOST: "127.0.0.1", PORT: `${port}`, DRAIN_DELAY_MS: "0", ...pairSettings, ...settings };
  const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "pipe"] });
  const kill = (): void => void child.kill("SIGKILL");
  const ended = followEnd(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  const url = `http://127.0.0.1:${port}`;
  if (!(await isReadyInTime(url, () => child.pid !== undefined && child.exitCode === null))) {
    kill();
    throw new Error(`The server was not ready in time, or ended:\n${withoutTokens(said)}`);
  }
  return {
    url,
    stop: async () => {
      child.kill("SIGTERM");
      const timer = setTimeout(kill, 10_000);
      await ended;
      clearTimeout(timer);
    },
  };
}

async function isReadyInTime(url: string, isAlive: () => boolean): Promise<boolean> {
  for (const began = performance.now(); performance.now() - began < readyMsMax && isAlive(); await wait(50)) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return true;
  }
  return false;
}

function withoutTokens(text: string): string {
  return text.replaceAll(/TOKEN=\S+/g, "TOKEN=…");
}
