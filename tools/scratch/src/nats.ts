import { type Program, startProgram } from "./program.ts";
import { findFreePort, findProgram } from "./programs.ts";

/** A NATS server that can be stopped and restarted on the same port. */
export type ScratchNats = {
  readonly url: string;
  readonly pid: () => number;
  /** Starts it again. Resolves when it accepts connections. */
  readonly start: () => Promise<void>;
  /** Kills it with SIGKILL. */
  readonly stop: () => Promise<void>;
};

/**
 * Starts a server on a free port of this machine. `prefix` goes before its command line, as in `taskset -c 1`, and
 * `options` after it.
 */
export async function startNats(
  prefix: readonly string[] = [],
  options: readonly string[] = [],
): Promise<ScratchNats> {
  const path = findProgram("nats-server", "NATS_SERVER_PATH");
  const port = await findFreePort();
  const [command = path, ...words] = [...prefix, path, "-a", "127.0.0.1", "-p", `${port}`, ...options];
  let program: Program | undefined;
  const start = async (): Promise<void> => {
    program = startProgram(command, words);
    await program.untilPrinted(/Server is ready/);
  };
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    pid: () => program?.pid ?? Number.NaN,
    start,
    stop: async () => {
      await program?.end("SIGKILL");
    },
  };
}
