import { fileURLToPath } from "node:url";
import type { Throughput } from "./change-accounts.ts";
import { measureProgram } from "./measure-program.ts";
import type { Without } from "./open-bench-store.ts";
import type { BesideFlushes, FlushLike } from "./run-beside-flushes.ts";

const program = fileURLToPath(new URL("run-changes.ts", import.meta.url));

/** How changes are made to be measured. */
export type ChangeRun = {
  readonly place: string;
  readonly writers: number;
  readonly durationMs: number;
  /** What SQLite does without; without the store, the driver is used alone. */
  readonly without?: Without | "store";
  /** Asks for such flushes in turn with the changes. */
  readonly flush?: FlushLike;
};

/** A while of making changes, and what a bare flush took beside it. */
export type Slice = Throughput & Partial<BesideFlushes>;

/** Changes accounts in a process of its own; with `flushDelayMs`, strace makes every flush as much longer. */
export function measureChanges(run: ChangeRun, flushDelayMs?: number): Promise<readonly Slice[]> {
  return measureProgram({ program, words: [JSON.stringify(run)], flushDelayMs });
}
