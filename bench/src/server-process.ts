import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import autocannon from "autocannon";

/** A measured server in a separate process. */
export type ServerProcess = {
  readonly pid: number;
  readonly port: number;
  readonly stop: () => Promise<void>;
};

/** Starts a server and waits until it prints its port. */
export async function startServerProcess(
  command: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const child = spawn(command, words, {
    env: { ...process.env, OMS_NODE: process.execPath, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  const port = await readPort(child, [command, ...words].join(" "));
  return {
    pid: Number(child.pid),
    port,
    stop: async () => {
      process.off("exit", kill);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

function readPort(child: ChildProcess, said: string): Promise<number> {
  let printed = "";
  return new Promise((settle, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${said} ended with ${code}: ${printed}`)));
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      printed = `${printed}${text}`.slice(-4_000);
      const found = /(?:127\.0\.0\.1:|listening on )(\d{4,5})\b/.exec(printed)?.[1];
      if (found !== undefined) settle(Number(found));
    });
  });
}

const connections = 32;

/**
 * Sends GET requests with autocannon over persistent connections. Throws on any answer but 200. This process never
 * sleeps meanwhile: waking it would be charged to the server.
 */
export async function sendRequests(url: string, token: string, count: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  let isOver = false;
  const sending = Promise.resolve(autocannon({ url, connections, amount: count, headers })).finally(() => {
    isOver = true;
  });
  while (!isOver) await setImmediate();
  const { "2xx": answered, non2xx, errors } = await sending;
  if (answered !== count || non2xx + errors > 0) {
    throw new Error(`${url}: of ${count} requests ${answered} were answered, ${errors} failed.`);
  }
}
