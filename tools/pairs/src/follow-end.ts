import type { ChildProcess } from "node:child_process";

/** Settles once a program has ended, or could not be started at all; until then it is killed when this process ends. */
export function followEnd(child: ChildProcess): Promise<void> {
  const kill = (): void => void child.kill("SIGKILL");
  // Before a folder is removed, into which the program might still write.
  process.prependOnceListener("exit", kill);
  return new Promise<void>((settle) => {
    child.once("exit", () => settle());
    child.once("error", () => {
      if (child.pid === undefined) settle();
    });
  }).finally(() => process.off("exit", kill));
}
