import { spawn } from "node:child_process";

/** A script that is run after a change, and the name it goes by in the terminal. */
export type Step = { readonly name: string; readonly scriptPath: string };

/** How a step went. */
export type StepResult = {
  readonly name: string;
  readonly done: boolean;
  readonly durationMs: number;
  /** All that the script wrote, in the order it came. */
  readonly output: string;
};

/** Runs a script with this same Node in a process of its own, and collects what it says. */
export function runStep(step: Step, workingFolder: string, stopSignal: AbortSignal): Promise<StepResult> {
  const begunAt = performance.now();
  const parts: Buffer[] = [];
  const child = spawn(process.execPath, [step.scriptPath], {
    cwd: workingFolder,
    signal: stopSignal,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  child.stderr.on("data", (part: Buffer) => parts.push(part));
  return new Promise((resolve) => {
    const finish = (done: boolean): void =>
      resolve({
        name: step.name,
        done,
        durationMs: Math.round(performance.now() - begunAt),
        output: Buffer.concat(parts).toString("utf8").trimEnd(),
      });
    // An aborted or impossible start gives "error"; "close" may still follow, and then changes nothing.
    child.once("error", (failure) => {
      parts.push(Buffer.from(failure.message));
      finish(false);
    });
    child.once("close", (code) => finish(code === 0));
  });
}
