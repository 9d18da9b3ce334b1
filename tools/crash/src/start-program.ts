import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A program of this folder in a process of its own; `printed` settles with the first thing that it prints. */
export type StartedProgram = {
  readonly process: ChildProcess;
  readonly printed: Promise<void>;
  /** Rejects where it ended with anything but 0. */
  readonly ended: Promise<void>;
};

/** Starts a program of this folder. */
export function startProgram(name: string, ...words: readonly string[]): StartedProgram {
  const program = fileURLToPath(new URL(name, import.meta.url));
  const child = spawn(process.execPath, [program, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  const printed = new Promise<void>((settle) => child.stdout.once("data", () => settle()));
  const ended = new Promise<void>((settle, reject) => {
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? settle() : reject(new Error(`${name} ended with ${code}.`))));
  });
  return { process: child, printed, ended };
}
