import { spawn } from "node:child_process";
import { once } from "node:events";

/** A program in a process of its own. */
export type Program = {
  readonly pid: number;
  readonly printed: () => string;
  /** What it wrote to stderr. */
  readonly complained: () => string;
  /** Resolves once stdout matches, and rejects where the program ends before. */
  readonly untilPrinted: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Sends a signal, and resolves with the end. */
  readonly end: (signal: NodeJS.Signals) => Promise<Ended>;
  /** Resolves when it is gone and all that it printed was read. */
  readonly ended: Promise<Ended>;
};

type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** Starts a program, which is killed at the latest when this process ends. */
export function startProgram(
  command: string,
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): Program {
  const child = spawn(command, words, { env, stdio: ["ignore", "pipe", "pipe"] });
  const kill = (): void => void child.kill("SIGKILL");
  process.prependOnceListener("exit", kill);
  const ended = once(child, "close")
    .finally(() => process.off("exit", kill))
    .then(([code, signal]): Ended => ({ code, signal }));
  // Whoever waits for the end hears that it could not be started.
  ended.catch(() => {});
  let printed = "";
  let complained = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complained += text;
  });
  return {
    pid: Number(child.pid),
    printed: () => printed,
    complained: () => complained,
    ended,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
    untilPrinted: async (pattern) => {
      for (;;) {
        const found = pattern.exec(printed);
        if (found !== null) return found;
        const isOver = await Promise.race([
          once(child.stdout, "data").then(() => false),
          ended.then(() => true),
        ]);
        if (isOver && pattern.exec(printed) === null)
          throw new Error(`${[command, ...words].join(" ")} ended too early: ${complained || printed}`);
      }
    },
  };
}
