import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Throughput } from "./change-accounts.ts";

const program = fileURLToPath(new URL("run-changes.ts", import.meta.url));

/** How changes are made to be measured. */
export type ChangeRun = {
  readonly place: string;
  readonly writers: number;
  readonly durationMs: number;
  /** `bare` leaves the store out and uses the driver alone. */
  readonly durability?: "full" | "none" | "bare";
  /** Added to every flush, by strace. */
  readonly flushDelayMs?: number;
};

/** Changes accounts in a process of its own, and gives the changes a second. */
export async function measureChanges(
  run: ChangeRun,
): Promise<{ readonly perSecond: number; readonly busyShare: number }> {
  const words = [program, run.place, String(run.writers), String(run.durationMs), run.durability ?? "full"];
  const delayed = run.flushDelayMs === undefined ? undefined : Math.round(run.flushDelayMs * 1_000);
  const traced = ["-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync"];
  const { stdout } =
    delayed === undefined
      ? await promisify(execFile)(process.execPath, words)
      : await promisify(execFile)("strace", [
          ...traced,
          "-e",
          `inject=fsync,fdatasync:delay_exit=${delayed}`,
          process.execPath,
          ...words,
        ]);
  const { changes, seconds, busyShare }: Throughput = JSON.parse(stdout);
  return { perSecond: changes / seconds, busyShare };
}
