import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** What a process had acknowledged when it was killed, and how long it took until it was ready. */
export type KilledRun = { readonly acknowledged: readonly string[]; readonly readyMs: number };

const program = fileURLToPath(new URL("move-until-killed.ts", import.meta.url));

/** Lets a process work on a store for a while, and kills it with SIGKILL. */
export function runUntilKilled(place: string, seed: number, workMs: number): Promise<KilledRun> {
  const began = performance.now();
  const child = spawn(process.execPath, [program, place, String(seed)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  let complained = "";
  let readyMs = Number.NaN;
  let wasKilled = false;
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complained += text;
  });
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const isFirst = printed === "";
    printed += text;
    if (!isFirst) return;
    readyMs = performance.now() - began;
    setTimeout(() => {
      wasKilled = true;
      child.kill("SIGKILL");
    }, workMs);
  });
  return new Promise((settle, reject) => {
    child.on("error", reject);
    child.on("close", () => {
      if (!wasKilled) return reject(new Error(`The process ended by itself:\n${complained}`));
      // The last line may have been cut by the kill; what was not acknowledged in full counts for nothing.
      const whole = printed.slice(0, printed.lastIndexOf("\n") + 1);
      settle({ acknowledged: whole.split("\n").filter((line) => line !== "" && line !== "ready"), readyMs });
    });
  });
}
