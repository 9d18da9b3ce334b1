import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Cut } from "./cut.ts";

/** What a process had told when it was killed, how long it took until it was ready, and how it was cut off before. */
export type KilledRun = {
  readonly acknowledged: readonly string[];
  readonly holdings: readonly string[];
  readonly covers: readonly string[];
  readonly readyMs: number;
  readonly cut: Cut | undefined;
};

/** When a process is killed after it is ready, and how its connections are cut before. */
export type KillPlan = {
  readonly seed: number;
  readonly workMs: number;
  readonly cut: (() => Promise<Cut>) | undefined;
};

const program = fileURLToPath(new URL("move-until-killed.ts", import.meta.url));

/** Lets a process work on a store for a while, cuts its connections on the way, and kills it with SIGKILL. */
export function runUntilKilled(place: string, { seed, workMs, cut }: KillPlan): Promise<KilledRun> {
  const began = performance.now();
  const child = spawn(process.execPath, [program, place, String(seed)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  let complained = "";
  let readyMs = Number.NaN;
  let wasKilled = false;
  let cutting: Promise<Cut | undefined> = Promise.resolve(undefined);
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complained += text;
  });
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const isFirst = printed === "";
    printed += text;
    if (!isFirst) return;
    readyMs = performance.now() - began;
    if (cut !== undefined) cutting = pause(workMs / 2).then(cut);
    setTimeout(() => {
      wasKilled = true;
      child.kill("SIGKILL");
    }, workMs);
  });
  return new Promise((settle, reject) => {
    child.on("error", reject);
    child.on("close", () => {
      if (!wasKilled) return reject(new Error(`The process ended by itself:\n${complained}`));
      const told = readLines(printed);
      cutting.then((done) => settle({ ...told, readyMs, cut: done }), reject);
    });
  });
}

function readLines(printed: string): Pick<KilledRun, "acknowledged" | "holdings" | "covers"> {
  // The last line may have been cut by the kill; what was not acknowledged in full counts for nothing.
  const whole = printed.slice(0, printed.lastIndexOf("\n") + 1);
  const lines = whole.split("\n").filter((line) => line !== "" && line !== "ready");
  const byKind = Map.groupBy(lines, (line) => /^(hold|cover) /.exec(line)?.[1] ?? "move");
  return {
    acknowledged: byKind.get("move") ?? [],
    holdings: byKind.get("hold") ?? [],
    covers: byKind.get("cover") ?? [],
  };
}
