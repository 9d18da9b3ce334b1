import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort, findProgram } from "./programs.ts";

/** A server of NATS that can be stopped and started again where it was. */
export type ScratchNats = {
  readonly url: string;
  readonly pid: () => number;
  /** Starts it again, and resolves when it can be reached. */
  readonly start: () => Promise<void>;
  /** Kills it, as a machine that fails would. */
  readonly stop: () => Promise<void>;
};

const readyMsMax = 10_000;

/**
 * Starts a server on a free port of this machine; `prefix` is put before its command line, as in `taskset -c 1`, and
 * `options` behind it.
 */
export async function startNats(
  prefix: readonly string[] = [],
  options: readonly string[] = [],
): Promise<ScratchNats> {
  const program = findProgram("nats-server", "NATS_SERVER_PATH");
  const port = await findFreePort();
  let child: ChildProcess | undefined;
  const kill = (): void => void child?.kill("SIGKILL");
  const start = async (): Promise<void> => {
    const [command = program, ...words] = [
      ...prefix,
      program,
      "-a",
      "127.0.0.1",
      "-p",
      `${port}`,
      ...options,
    ];
    child = spawn(command, words, { stdio: "ignore" });
    // Whoever breaks off leaves no server behind.
    process.once("exit", kill);
    const failed = once(child, "exit").then(() => "ended");
    if ((await Promise.race([waitFor(port), failed])) === "ended") {
      throw new Error(`${program} ended before it could be reached.`);
    }
  };
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    pid: () => Number(child?.pid),
    start,
    stop: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      process.off("exit", kill);
      const ended = once(child, "exit");
      kill();
      await ended;
    },
  };
}

async function waitFor(port: number): Promise<"ready"> {
  for (const began = performance.now(); performance.now() - began < readyMsMax; await wait(20)) {
    if (await canConnect(port)) return "ready";
  }
  throw new Error(`No server of NATS answers on port ${port}.`);
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      settle(true);
    });
    socket.once("error", () => settle(false));
  });
}
