import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A program of the bench on a processor of its own, that does as it is told. */
export type Pinned = {
  readonly ask: <Outcome>(order: unknown) => Promise<Outcome>;
  readonly stop: () => void;
};

/** The server has one processor to itself, and everything else shares the other. */
export const processors = { server: "1", others: "0" } as const;

/** Puts a command line on one processor. */
export function pinTo(processor: string): string[] {
  return ["taskset", "-c", processor];
}

/**
 * Starts a program beside this one on the processor of all others, and waits until it is ready. One with a niceness gives
 * way there, and one below 0 goes first where that is allowed, so that nobody's waiting is measured for the publisher's.
 */
export async function startPinned(
  name: string,
  niceness: number,
  ...words: readonly string[]
): Promise<Pinned> {
  const [command = "", ...flags] = ["nice", "-n", `${niceness}`, ...pinTo(processors.others)];
  const child = fork(fileURLToPath(new URL(name, import.meta.url)), words, {
    execPath: command,
    execArgv: [...flags, process.execPath],
  });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  await messageOf(child);
  return {
    ask: async (order) => {
      const answered = messageOf(child);
      child.send(order as object);
      return (await answered) as never;
    },
    stop: () => {
      process.off("exit", kill);
      kill();
    },
  };
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`A program of the bench ended with ${String(code)}.`);
  });
  const [message] = await Promise.race([once(child, "message"), ended]);
  ended.catch(() => {});
  return message;
}
