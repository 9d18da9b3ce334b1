import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A program of the bench on a processor of its own, that does as it is told. */
export type Pinned = {
  /** Whether it goes before everybody else on its processor. */
  readonly goesFirst: boolean;
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
 * Whether a program gives way to the others on its processor, or goes before them, so that nobody's waiting is measured for
 * the publisher's.
 */
export type Rank = "gives-way" | "goes-first";

/** Starts a program beside this one on the processor of all others, and waits until it is ready. */
export async function startPinned(name: string, rank: Rank, ...words: readonly string[]): Promise<Pinned> {
  const precedence = precedenceOf(rank);
  const [command = "", ...flags] = [
    ...precedence,
    ...pinTo(processors.others),
    process.execPath,
    ...flagsOf(rank),
  ];
  const child = fork(fileURLToPath(new URL(name, import.meta.url)), words, {
    execPath: command,
    execArgv: flags,
  });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  await messageOf(child);
  return {
    goesFirst: precedence.includes("--fifo"),
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

/** With any niceness the kernel lets who is awake keep the processor for milliseconds, which is as long as what is measured. */
function precedenceOf(rank: Rank): string[] {
  if (rank === "gives-way") return ["nice", "-n", "10"];
  const order = ["chrt", "--fifo", "10"];
  if (spawnSync("chrt", ["--fifo", "10", "true"]).status === 0) return order;
  console.warn(
    "chrt may not put the searcher first here: it waits for the publisher, which is measured with the rest.",
  );
  return ["nice", "-n", "-15"];
}

/** With helpers that go as first as it does, the main thread was seen to keep its processor busy for seconds with nothing. */
function flagsOf(rank: Rank): string[] {
  return rank === "goes-first" ? ["--single-threaded"] : [];
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const heard = new AbortController();
  const { signal } = heard;
  const ended = once(child, "exit", { signal }).then(([code]) => {
    throw new Error(`A program of the bench ended with ${String(code)}.`);
  });
  try {
    const [message] = await Promise.race([once(child, "message", { signal }), ended]);
    return message;
  } finally {
    ended.catch(() => {});
    heard.abort();
  }
}
