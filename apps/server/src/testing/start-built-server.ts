import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { withoutDesk } from "./run-built-server.ts";

const program = fileURLToPath(new URL("../../dist/runtimes/node/main.js", import.meta.url));

/** A running built server, and its output. */
type BuiltServer = {
  readonly origin: string;
  readonly pid: number | undefined;
  readonly written: () => string;
  readonly signal: (name: NodeJS.Signals) => void;
  /** The exit code; null if a signal killed it. */
  readonly ended: Promise<number | null>;
};

/**
 * Starts the built server, or another program, with only this environment and a port, and without the desk unless it asks for it.
 * Waits until it answers.
 */
export async function startBuiltServer(
  environment: Readonly<Record<string, string>>,
  started: string = program,
): Promise<BuiltServer> {
  const port = await findPort();
  const origin = `http://${environment["HOST"] ?? "127.0.0.1"}:${port}`;
  const child = spawn(process.execPath, [started], {
    env: { PORT: String(port), ...withoutDesk, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let isEnded = false;
  const ended = once(child, "close").then(([code]) => {
    isEnded = true;
    return code as number | null;
  });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      written += text;
    });
  }
  while (!(await isAlive(origin))) {
    if (isEnded) throw new Error(`The server ended with ${await ended}: ${written}`);
    await wait(20);
  }
  return { origin, pid: child.pid, written: () => written, signal: (name) => void child.kill(name), ended };
}

async function isAlive(origin: string): Promise<boolean> {
  return fetch(`${origin}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Chooses a free port beforehand, because the log level may hide the address from the log. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
