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
  /** `none` is on SQLite and without a thread; `bare` leaves the store out and uses the driver alone. */
  readonly durability?: "none" | "bare";
  /** Asks for flushes of so many bytes in turn with the changes. */
  readonly flushBytes?: number;
};

/** A while of making changes, and what a bare flush took beside it, by fdatasync and by fsync. */
export type Slice = Throughput & { readonly flushSeconds?: number; readonly fullFlushSeconds?: number };

/** Changes accounts in a process of its own; with `flushDelayMs`, strace makes every flush as much longer. */
export async function measureChanges(run: ChangeRun, flushDelayMs?: number): Promise<readonly Slice[]> {
  const words = [program, JSON.stringify(run)];
  if (flushDelayMs === undefined) {
    return JSON.parse((await promisify(execFile)(process.execPath, words)).stdout);
  }
  const delay = `inject=fsync,fdatasync:delay_exit=${Math.round(flushDelayMs * 1_000)}`;
  const traced = [
    "-f",
    "--seccomp-bpf",
    "-qq",
    "-o",
    "/dev/null",
    "-e",
    "trace=fsync,fdatasync",
    "-e",
    delay,
  ];
  const { stdout } = await promisify(execFile)("strace", [...traced, process.execPath, ...words]);
  return JSON.parse(stdout);
}
