import { fileURLToPath } from "node:url";
import { measureProgram } from "../store/measure-program.ts";
import type { Without } from "../store/open-bench-store.ts";
import type { BesideFlushes, FlushLike } from "../store/run-beside-flushes.ts";
import type { CoverThroughput } from "./cover-accounts.ts";
import type { CommitTime } from "./time-commits.ts";

const program = fileURLToPath(new URL("run-covers.ts", import.meta.url));
const programBesideBare = fileURLToPath(new URL("run-covers-beside-bare.ts", import.meta.url));

/** How covers are set to be measured. */
export type CoverRun = {
  readonly place: string;
  readonly writers: number;
  readonly durationMs: number;
  /** What SQLite does without. */
  readonly without?: Without;
  /** Asks for such flushes in turn with the covers. */
  readonly flush?: FlushLike;
};

/** A while of setting covers, what commits take by themselves just behind it, and what a bare flush took beside it. */
export type CoverSlice = CoverThroughput & CommitTime & Partial<BesideFlushes>;

/** Sets covers in a process of its own; with `flushDelayMs`, strace makes every flush as much longer. */
export function measureCovers(run: CoverRun, flushDelayMs?: number): Promise<readonly CoverSlice[]> {
  return measureProgram({ program, words: [JSON.stringify(run)], flushDelayMs });
}

/** How covers on PostgreSQL are set to be measured. */
export type BesideBareRun = { readonly url: string; readonly clients: number; readonly durationMs: number };

/**
 * The covers a second of a short while, and just before or after it those of a bare loop that makes a transaction of each,
 * of the same that decides each cover as well, and of one that sends the packets of the store.
 */
export type BesideBare = Readonly<Record<"own" | "bare" | "deciding" | "packets", number>>;

/** Sets covers on PostgreSQL in turn with bare loops, in a process of their own. */
export function measureCoversBesideBare(run: BesideBareRun): Promise<readonly BesideBare[]> {
  return measureProgram({ program: programBesideBare, words: [JSON.stringify(run)] });
}
