import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { serverFlags } from "../server-flags.ts";

/** A built server that follows a feed. */
export type ServedFeed = {
  readonly port: number;
  /** What it has taken so far, and what that took. */
  readonly weigh: () => Promise<{
    readonly appliedCount: number;
    readonly lostCount: number;
    readonly cpuUs: number;
    /** How long it could have run and had no processor, because others had it. */
    readonly keptWaitingMs: number;
  }>;
  readonly stop: () => Promise<void>;
};

const program = fileURLToPath(new URL("../../../apps/server/dist/runtimes/node/main.js", import.meta.url));

/** Starts the built server with a feed on NATS; `prefix` is put before its command line. */
export async function serveFeed(
  folder: string,
  natsUrl: string,
  [command, ...words]: readonly string[],
): Promise<ServedFeed> {
  const child = spawn(command ?? process.execPath, [...words, process.execPath, ...serverFlags, program], {
    env: {
      PATH: process.env["PATH"],
      DATA_DIR: folder,
      FEED: natsUrl,
      FEED_SIMULATED: "on",
      PORT: "0",
      LOG_LEVEL: "warn",
      RATE_LIMIT_ADDRESS: "0",
      DEMONSTRATION: "on",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  let printed = "";
  const port = await new Promise<number>((settle, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}: ${printed}`)));
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed = `${printed}${text}`.slice(-4_000);
      const [, found] = /127\.0\.0\.1:(\d{4,5})\//.exec(printed) ?? [];
      if (found !== undefined) settle(Number(found));
    });
  });
  return {
    port,
    weigh: async () => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const read = (name: string): number =>
        Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
      return {
        appliedCount: read('oms_feed_messages_total\\{outcome="applied"\\}'),
        lostCount: read("oms_feed_lost_frames_total") + read("oms_feed_dropped_frames_total"),
        cpuUs: read("process_cpu_seconds_total") * 1e6,
        keptWaitingMs: await readKeptWaitingMs(Number(child.pid)),
      };
    },
    stop: async () => {
      process.off("exit", kill);
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

async function readKeptWaitingMs(pid: number): Promise<number> {
  const [, waitedNs] = (await readFile(`/proc/${pid}/schedstat`, "utf8")).split(" ");
  return Number(waitedNs) / 1e6;
}
