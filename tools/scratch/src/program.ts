import { spawn } from "node:child_process";
import { once } from "node:events";

/** A program in a child process. */
export type Program = {
  readonly pid: number;
  readonly printed: () => string;
  /** Its stderr. */
  readonly complained: () => string;
  /** Resolves when stdout or stderr matches. Rejects if the program ends first, or is killed after the timeout. */
  readonly untilPrinted: (pattern: RegExp, elapsedMsMax?: number) => Promise<RegExpExecArray>;
  /** Sends a signal and waits for the exit. */
  readonly end: (signal: NodeJS.Signals) => Promise<Ended>;
  /** Resolves when the process has exited. */
  readonly exited: Promise<Ended>;
  /** Resolves when the process has exited and its output was read. Its own children may still hold the output open. */
  readonly ended: Promise<Ended>;
};

type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** Starts a program. It is killed at the end of this process at the latest. */
export function startProgram(
  command: string,
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): Program {
  const child = spawn(command, words, { env, stdio: ["ignore", "pipe", "pipe"] });
  const kill = (): void => void child.kill("SIGKILL");
  process.prependOnceListener("exit", kill);
  const until = async (event: "exit" | "close"): Promise<Ended> => {
    const [code, signal] = await once(child, event);
    return { code, signal };
  };
  const exited = until("exit").finally(() => process.off("exit", kill));
  const ended = until("close");
  // A program that cannot be started rejects both; an unhandled rejection would end this process.
  exited.catch(() => {});
  ended.catch(() => {});
  let printed = "";
  let complained = "";
  const listeners = new Set<() => void>();
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
    notify();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complained += text;
    notify();
  });
  let isOver = false;
  const close = (): void => {
    isOver = true;
    notify();
  };
  child.once("close", close).once("error", close);
  const untilPrinted = (pattern: RegExp, elapsedMsMax = 60_000): Promise<RegExpExecArray> =>
    new Promise((settle, reject) => {
      const timer = setTimeout(kill, elapsedMsMax);
      const look = (): void => {
        const found = pattern.exec(printed) ?? pattern.exec(complained);
        if (found === null && !isOver) return;
        clearTimeout(timer);
        listeners.delete(look);
        if (found !== null) settle(found);
        else reject(new Error(`${[command, ...words].join(" ")} ended too early: ${complained || printed}`));
      };
      listeners.add(look);
      look();
    });
  return {
    pid: Number(child.pid),
    printed: () => printed,
    complained: () => complained,
    untilPrinted,
    exited,
    ended,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
